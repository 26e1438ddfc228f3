import type { Db } from '#server/db/engine/open.ts'
import { TRANSACTION_COLUMNS, type TransactionListRow } from './transactions.ts'

/** A purchase of the project with its source; undefined if there is none with this id. */
export function findTransaction(db: Db, projectId: string, id: number) {
  return db
    .selectFrom('transactions')
    .select(TRANSACTION_COLUMNS)
    .select(['status_reason', 'history_since', 'country', 'referrer', 'utm_source', 'utm_medium'])
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
}

/** A purchase as lists have it. Throws if there is none with this id. */
export function readTransaction(db: Db, id: number): Promise<TransactionListRow> {
  return db
    .selectFrom('transactions')
    .select(TRANSACTION_COLUMNS)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

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
