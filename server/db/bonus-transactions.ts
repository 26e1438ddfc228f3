import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

/** The bonuses of a purchase, in the order in which they were granted. */
export async function listBonusTransactions(db: Kysely<Database>, transactionId: number) {
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
