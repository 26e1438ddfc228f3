import type { Tx } from '#server/db/engine/open.ts'
import { expireWithin, isApprovalPending } from '#server/db/records/approvals.ts'
import { parseId } from '#server/db/records/ids.ts'
import { listCreditsOf } from '#server/db/records/manual-transactions.ts'
import { isPurchaseOf } from '#server/db/records/transaction-details.ts'
import type { WalletKey } from '#server/db/records/wallet-details.ts'
import { conflict, invalidInput } from '#server/http/errors.ts'

/**
 * The purchase that a credit makes good; null for a credit without one. It is locked until the end of the
 * transaction, so no other credit for it is added or requested meanwhile.
 * @throws HttpError 400 if it is no purchase of the wallet, 409 if it was credited before or a request for
 * it waits
 */
export async function requireCreditable(
  tx: Tx,
  transactionId: string | undefined,
  wallet: WalletKey,
  now: Date,
): Promise<number | null> {
  if (transactionId === undefined) return null
  const id = parseId(transactionId)
  if (id === null || !(await isPurchaseOf(tx, id, wallet)))
    throw invalidInput('body.transaction_id', 'Must be a purchase of this wallet')
  await requireUncredited(tx, id)
  // Housekeeping ends them later. Until then one would be in the way.
  await expireWithin(tx, now, id)
  if (await isApprovalPending(tx, id))
    throw conflict('A credit for this purchase waits for approval')
  return id
}

/**
 * The same when a request is approved: things may have changed since.
 * @throws HttpError 409 if the purchase was credited meanwhile, or is another wallet's now
 */
export async function requireStillCreditable(
  tx: Tx,
  id: number | null,
  wallet: WalletKey,
): Promise<void> {
  if (id === null) return
  if (!(await isPurchaseOf(tx, id, wallet)))
    throw conflict('The purchase now belongs to another wallet')
  await requireUncredited(tx, id)
}

async function requireUncredited(tx: Tx, id: number): Promise<void> {
  const [credit] = await listCreditsOf(tx, id)
  if (credit !== undefined) throw conflict('This purchase was credited before')
}
