import { requireProject } from '#server/auth/access.ts'
import { parseId } from '#server/db/records/ids.ts'
import {
  listBonusTransactions,
  type BonusTransactionRow,
} from '#server/db/records/transaction-details.ts'
import { findTransactionProject } from '#server/db/records/transactions.ts'
import { notFound } from '#server/http/errors.ts'
import { route, type Api } from '#server/routes/route.ts'
import { trimDecimal } from '#src/domain/money/decimals.ts'
import type { BonusTransaction } from '#src/wire/transactions.ts'

export function bonusTransactionRoutes(api: Api): void {
  route(api, 'listBonusTransactions', async ({ query, actor, db, readDb }) => {
    const id = parseId(query.transaction_id)
    if (id === null) throw notFound()
    const project = await findTransactionProject(readDb, id)
    if (project === undefined) throw notFound()
    await requireProject(db, actor, project)
    return (await listBonusTransactions(readDb, id)).map(presentBonusTransaction)
  })
}

export function presentBonusTransaction(row: BonusTransactionRow): BonusTransaction {
  return {
    ...row,
    id: String(row.id),
    transaction_id: String(row.transaction_id),
    bonus_code_id: row.bonus_code_id === null ? null : String(row.bonus_code_id),
    bonus_token_amount: trimDecimal(row.bonus_token_amount),
  }
}
