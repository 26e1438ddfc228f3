import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import type { ManualTransactionsTable } from '#server/db/schema/schema.ts'
import { hexCondition } from './hex-condition.ts'
import { listPage, whereId, type PageRequest } from './list-page.ts'

/** A manual token credit; `tokens` is an exact decimal string. */
export type ManualTransactionRow = Omit<Selectable<ManualTransactionsTable>, 'authorizer_id'>

export const CREDIT_COLUMNS = [
  'authorizer',
  'created_at',
  'id',
  'project_id',
  'reason',
  'tokens',
  'transaction_id',
  'updated_at',
  'wallet_address',
] as const

/** One page of the projects' credits, newest first, optionally of one wallet (any case) or id. */
export function listManualTransactions(
  db: Db,
  projects: readonly string[],
  page: PageRequest,
  { walletAddress, id }: { walletAddress?: string | undefined; id?: string | undefined } = {},
): Promise<ManualTransactionRow[]> {
  const byWallet = walletAddress ? sql`and ${hexCondition('wallet_address', walletAddress)}` : sql``
  const where = sql`${byWallet} ${whereId(id)}`
  return listPage(db, 'manual_transactions', CREDIT_COLUMNS, projects, page, { where })
}

/** Adds a credit. Credits are never changed or deleted. */
export function insertManualTransaction(
  tx: Db,
  credit: Insertable<ManualTransactionsTable>,
): Promise<ManualTransactionRow> {
  return tx
    .insertInto('manual_transactions')
    .values(credit)
    .returning(CREDIT_COLUMNS)
    .executeTakeFirstOrThrow()
}

/** The credits of a purchase: at most one. */
export function listCreditsOf(db: Db, transactionId: number): Promise<ManualTransactionRow[]> {
  return db
    .selectFrom('manual_transactions')
    .select(CREDIT_COLUMNS)
    .where('transaction_id', '=', transactionId)
    .execute()
}

export function readCredit(db: Db, id: number): Promise<ManualTransactionRow> {
  return db
    .selectFrom('manual_transactions')
    .select(CREDIT_COLUMNS)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
