import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import type { TransactionRow } from '#server/db/schema/schema.ts'
import { TRANSACTION_COLUMNS, type TransactionListRow } from './transactions.ts'

type FoundTransaction = TransactionListRow &
  Pick<
    TransactionRow,
    'status_reason' | 'history_since' | 'country' | 'referrer' | 'utm_source' | 'utm_medium'
  >

/** A purchase of the project with its source; undefined if there is none with this id. */
export async function findTransaction(
  db: Db,
  projectId: string,
  id: number,
): Promise<FoundTransaction | undefined> {
  const { rows } = await sql<FoundTransaction>`
    select ${TRANSACTION_COLUMNS},
      t.status_reason, t.history_since, t.country, t.referrer, t.utm_source, t.utm_medium
    from transactions as t where t.id = ${id} and t.project_id = ${projectId}`.execute(db)
  return rows[0]
}

/** A purchase as lists have it. Throws if there is none with this id. */
export async function readTransaction(db: Db, id: number): Promise<TransactionListRow> {
  const { rows } = await sql<TransactionListRow>`
    select ${TRANSACTION_COLUMNS} from transactions as t where t.id = ${id}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error(`No purchase ${id}`)
  return row
}

export const BONUS_COLUMNS = [
  'id',
  'bonus_code_id',
  'bonus_token_amount',
  'identifier',
  'transaction_id',
  'type',
  'wallet_address',
] as const

/** The bonuses of a purchase, in the order in which they were granted. */
export async function listBonusTransactions(db: Db, transactionId: number) {
  return db
    .selectFrom('bonus_transactions')
    .select(BONUS_COLUMNS)
    .where('transaction_id', '=', transactionId)
    .orderBy('id')
    .execute()
}

export type BonusTransactionRow = Awaited<ReturnType<typeof listBonusTransactions>>[number]

export const PAYOUT_COLUMNS = [
  'id',
  'project_id',
  'transaction_id',
  'wallet_address',
  'amount_before_gas',
  'created_at',
] as const

/** The referral payouts for a purchase, oldest first. */
export function listPayoutsOf(db: Db, transactionId: number) {
  return db
    .selectFrom('referral_payouts')
    .select(PAYOUT_COLUMNS)
    .where('transaction_id', '=', transactionId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export type PayoutRow = Awaited<ReturnType<typeof listPayoutsOf>>[number]

/**
 * The purchase, if a wallet of the project made it. Locks it until the transaction ends, because an
 * event can give it to another wallet, which has a lock of its own.
 */
export function lockPurchaseOf(
  tx: Db,
  id: number,
  { projectId, walletAddress }: { projectId: string; walletAddress: string },
): Promise<{ voided_at: Date | null } | undefined> {
  return tx
    .selectFrom('transactions')
    .select('voided_at')
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .where('wallet_address', '=', walletAddress)
    .forUpdate()
    .executeTakeFirst()
}
