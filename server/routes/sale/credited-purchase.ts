import type { Tx } from '#server/db/engine/open.ts'
import { parseId } from '#server/db/records/ids.ts'
import { listCreditsOf } from '#server/db/records/manual-transactions.ts'
import { lockPurchaseOf } from '#server/db/records/transaction-details.ts'
import type { WalletKey } from '#server/db/records/wallet-details.ts'
import { conflict, invalidInput } from '#server/http/errors.ts'
import { requireNoRequest } from './request-approval.ts'

/**
 * The purchase that a credit makes good; null for a credit without one. It is locked until the end of the
 * transaction, so no other credit for it is added or requested meanwhile.
 * @throws HttpError 400 if it is no purchase of the wallet, 409 if it is voided, was credited before, or a
 * request about it waits
 */
export async function requireCreditable(
  tx: Tx,
  transactionId: string | undefined,
  wallet: WalletKey,
  now: Date,
): Promise<number | null> {
  if (transactionId === undefined) return null
  const id = parseId(transactionId)
  const purchase = id === null ? undefined : await lockPurchaseOf(tx, id, wallet)
  if (id === null || purchase === undefined)
    throw invalidInput('body.transaction_id', 'Must be a purchase of this wallet')
  requireUnvoided(purchase)
  await requireUncredited(tx, id)
  await requireNoRequest(tx, { transaction_id: id }, now)
  return id
}

/**
 * The same when a request is approved: things may have changed since.
 * @throws HttpError 409 if the purchase was credited or voided meanwhile, or is another wallet's now
 */
export async function requireStillCreditable(
  tx: Tx,
  id: number | null,
  wallet: WalletKey,
): Promise<void> {
  if (id === null) return
  const purchase = await lockPurchaseOf(tx, id, wallet)
  if (purchase === undefined) throw conflict('The purchase now belongs to another wallet')
  requireUnvoided(purchase)
  await requireUncredited(tx, id)
}

function requireUnvoided({ voided_at: voidedAt }: { voided_at: Date | null }): void {
  if (voidedAt !== null) throw conflict('This purchase is voided: restore it before it is credited')
}

async function requireUncredited(tx: Tx, id: number): Promise<void> {
  const credits = await listCreditsOf(tx, id)
  if (credits.some(({ reversed }) => reversed === null))
    throw conflict('This purchase was credited before')
}
