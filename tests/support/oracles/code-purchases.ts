import type { Insertable } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import type { TransactionsTable } from '#server/db/schema/schema.ts'
import {
  addBonusTransaction,
  addTransaction,
  addWallet,
  someAddress,
} from '#tests/support/server/builders.ts'

/**
 * A completed purchase of 100 USD, with a bonus of 50 tokens for each of the codes. By a new wallet
 * unless the fields name one.
 * @returns the address of the wallet
 */
export async function buyWithCodes(
  db: Db,
  project_id: string,
  created_at: string,
  codes: readonly number[] = [],
  fields: Partial<Insertable<TransactionsTable>> = {},
): Promise<string> {
  const wallet = { project_id, wallet_address: fields.wallet_address ?? someAddress() }
  if (fields.wallet_address === undefined) await addWallet(db, wallet)
  const { id } = await addTransaction(db, { ...wallet, ...fields, created_at })
  for (const bonus_code_id of codes)
    await addBonusTransaction(db, { ...wallet, transaction_id: id, bonus_code_id })
  return wallet.wallet_address
}
