import type { Db } from './open.ts'

/** The bonuses of a purchase, in the order in which they were granted. */
export async function listBonusTransactions(db: Db, transactionId: number) {
  return db
    .selectFrom('bonus_transactions')
    .select([
      'id',
      'bonus_code_id',
      'bonus_token_amount',
      'identifier',
      'transaction_id',
      'type',
      'wallet_address',
    ])
    .where('transaction_id', '=', transactionId)
    .orderBy('id')
    .execute()
}

export type BonusTransactionRow = Awaited<ReturnType<typeof listBonusTransactions>>[number]
