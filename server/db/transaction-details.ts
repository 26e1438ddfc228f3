import type { Db } from './open.ts'
import { TRANSACTION_COLUMNS } from './transactions.ts'

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

/** The referral payouts for a purchase, oldest first. */
export function listPayoutsOf(db: Db, transactionId: number) {
  return db
    .selectFrom('referral_payouts')
    .select(['id', 'project_id', 'transaction_id', 'wallet_address'])
    .select(['amount_before_gas', 'created_at'])
    .where('transaction_id', '=', transactionId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export type PayoutRow = Awaited<ReturnType<typeof listPayoutsOf>>[number]

/** Whether a wallet of the project made the purchase. */
export async function isPurchaseOf(
  db: Db,
  id: number,
  { projectId, walletAddress }: { projectId: string; walletAddress: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('transactions')
    .select('id')
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .where('wallet_address', '=', walletAddress)
    .executeTakeFirst()
  return row !== undefined
}
