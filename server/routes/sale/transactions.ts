import { visibleProjects } from '#server/auth/access.ts'
import {
  listTransactionFacets,
  listTransactions,
  type TransactionListRow,
} from '#server/db/records/transactions.ts'
import { route, type Api } from '#server/routes/route.ts'
import { trimDecimal } from '#src/domain/money/decimals.ts'
import { byName } from '#src/domain/text/text.ts'
import type { Transaction } from '#src/wire/transactions.ts'

export function transactionRoutes(api: Api): void {
  route(api, 'listTransactions', async ({ query, actor, db, readDb }) => {
    const { page, limit, projects: requested, payment_token, ...filters } = query
    const projects = await visibleProjects(db, actor, requested)
    const rows = await listTransactions(
      readDb,
      projects,
      { page, limit },
      { ...filters, paymentToken: payment_token },
    )
    return { results: rows.map(presentTransaction), page, limit }
  })

  route(api, 'listTransactionFacets', async ({ query, actor, db, readDb }) => {
    const projects = await visibleProjects(db, actor, query.projects)
    const { stages, paymentTokens } = await listTransactionFacets(readDb, projects)
    return { stages: stages.toSorted(byName), payment_tokens: paymentTokens.toSorted(byName) }
  })
}

export function presentTransaction({
  voided_at: at,
  voided_by: by,
  void_reason: reason,
  ...row
}: TransactionListRow): Transaction {
  return {
    ...row,
    id: String(row.id),
    created_at: row.created_at.toISOString(),
    payment_token_amount: trimDecimal(row.payment_token_amount),
    payment_usd_amount: trimDecimal(row.payment_usd_amount),
    tokens_bought: row.tokens_bought === null ? null : trimDecimal(row.tokens_bought),
    voided: at && { at: at.toISOString(), by: by ?? '', reason: reason ?? '' },
  }
}
