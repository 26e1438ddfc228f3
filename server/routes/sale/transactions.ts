import { visibleProjects } from '#server/auth/access.ts'
import { TRANSACTION_FILE } from '#server/db/files/file-columns.ts'
import { transactionRows } from '#server/db/records/transaction-filters.ts'
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
import type { Transaction } from '#src/wire/transactions.ts'
import { withExplorerLinks } from './explorer-links.ts'
import { presentProof } from './present-proof.ts'
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
      stages: stages.toSorted(byName),
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
