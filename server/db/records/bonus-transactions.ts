import type { Db } from '#server/db/engine/open.ts'

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
