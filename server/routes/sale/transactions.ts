import { visibleProjects } from '#server/auth/access.ts'
import { TRANSACTION_FILE } from '#server/db/files/file-columns.ts'
import { transactionRows } from '#server/db/records/transaction-filters.ts'
import type { StoredProof } from '#server/db/records/transaction-proofs.ts'
import {
  listTransactionFacets,
  listTransactions,
  sumTransactions,
  type TransactionListRow,
} from '#server/db/records/transactions.ts'
import { sendCsv } from '#server/routes/csv-file.ts'
import { route, type Api } from '#server/routes/route.ts'
import { trimDecimal } from '#src/domain/money/decimals.ts'
import { byName } from '#src/domain/text/text.ts'
import type { Proof } from '#src/wire/proofs.ts'
import type { Transaction } from '#src/wire/transactions.ts'
import { withExplorerLinks } from './explorer-links.ts'
import { presentTotal } from './present-total.ts'

export function transactionRoutes(api: Api): void {
  route(api, 'listTransactions', async ({ query, actor, db, readDb }) => {
    const { page, limit, projects: requested, ...filters } = query
    const projects = await visibleProjects(db, actor, requested)
    const rows = await listTransactions(readDb, projects, { page, limit }, filters)
    const results = await withExplorerLinks(db, rows.map(presentTransaction))
    return { results, page, limit }
  })

  route(api, 'sumTransactions', async ({ query, actor, db, readDb }) => {
    const { projects: requested, ...filters } = query
    const projects = await visibleProjects(db, actor, requested)
    return presentTotal(await sumTransactions(readDb, projects, filters))
  })

  route(api, 'exportTransactions', async (context) => {
    const { projects: requested, sort, order, ...filters } = context.query
    const projects = await visibleProjects(context.db, context.actor, requested)
    return sendCsv(context, {
      ...TRANSACTION_FILE,
      name: 'transactions',
      projects,
      rows: (tx) => transactionRows(tx, projects, filters, { sort, order }),
      action: 'transaction.export',
      object: 'transaction',
      filters: { ...filters, sort, order },
    })
  })

  route(api, 'listTransactionFacets', async ({ query, actor, db, readDb }) => {
    const projects = await visibleProjects(db, actor, query.projects)
    const { stages, paymentTokens, keys } = await listTransactionFacets(readDb, projects)
    return {
      stages,
      payment_tokens: paymentTokens.toSorted(byName),
      keys: keys.toSorted(byName),
    }
  })
}

export function presentTransaction(row: TransactionListRow): Transaction {
  const { received_at, received_key, voided_at, voided_by, void_reason, proof, ...own } = row
  return {
    ...own,
    id: String(row.id),
    created_at: row.created_at.toISOString(),
    payment_token_amount: trimDecimal(row.payment_token_amount),
    payment_usd_amount: trimDecimal(row.payment_usd_amount),
    tokens_bought: row.tokens_bought === null ? null : trimDecimal(row.tokens_bought),
    price: row.price === null ? null : trimDecimal(row.price),
    price_is_unusual: row.price_is_unusual ? 1 : 0,
    received: received_at && { at: received_at.toISOString(), key_name: received_key },
    // The database has all three or none.
    voided: voided_at && {
      at: voided_at.toISOString(),
      by: voided_by ?? '',
      reason: void_reason ?? '',
    },
    explorer_url: null,
    proof: proof && presentProof(proof, row.transaction_hash),
  }
}

/** What a chain says of a purchase with this hash. */
function presentProof(stored: StoredProof, hash: string | null): Proof {
  const { explorer = null, claims = null, claimed = null } = stored
  return {
    state: stored.state,
    reason: stored.reason ?? null,
    chain_id: stored.chain_id ?? null,
    block: stored.block ?? null,
    confirmations: stored.confirmations ?? null,
    payer: stored.payer ?? null,
    receiver: stored.receiver ?? null,
    amount: decimalOf(stored.amount),
    token: stored.token ?? null,
    checked_at: instantOf(stored.checked_at),
    confirmations_needed: stored.confirmations_needed ?? null,
    chain_name: stored.chain_name ?? null,
    explorer_url:
      explorer === null || hash === null ? null : `${explorer}/tx/${encodeURIComponent(hash)}`,
    proven_at: instantOf(stored.proven_at),
    claims:
      claims === null || claimed === null
        ? null
        : { purchases: claims, amount: trimDecimal(claimed) },
  }
}

const decimalOf = (text: string | null = null) => (text === null ? null : trimDecimal(text))
const instantOf = (text: string | null = null) =>
  text === null ? null : new Date(text).toISOString()
