import { sql } from 'kysely'
import type { Tx } from '#server/db/engine/open.ts'
import { lockWallet } from './wallets.ts'

// Voided purchases, reversed credits and successors of wallets. The sums follow by triggers. All of it is
// done in the transaction of its cause, after the locks below, in the order of ingestion and of credits:
// the project's sales, the wallet, the purchase.

/** A locked purchase. */
export interface LockedPurchase {
  id: number
  wallet_address: string
  voided_at: Date | null
  voided_by: string | null
  payment_usd_amount: string
  /** What it bought and all bonuses for it, at any status. An exact decimal string. */
  tokens: string
}

/**
 * Locks a purchase of the project, its wallet, and the project against events until the transaction ends.
 * @returns undefined if the project has no such purchase
 */
export async function lockPurchase(
  tx: Tx,
  projectId: string,
  id: number,
): Promise<LockedPurchase | undefined> {
  await lockSales(tx, projectId)
  const found = await tx
    .selectFrom('transactions')
    .select('wallet_address')
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (found === undefined) return undefined
  await lockWallet(tx, projectId, found.wallet_address)
  const { rows } = await sql<LockedPurchase>`
    select t.id, t.wallet_address, t.voided_at, t.voided_by, t.payment_usd_amount,
      coalesce(t.tokens_bought, 0) + (
        select coalesce(sum(b.bonus_token_amount), 0) from bonus_transactions as b
        where b.transaction_id = t.id) as tokens
    from transactions as t where t.id = ${id} for update of t`.execute(tx)
  return rows[0]
}

/** Events of the project, and corrections of it, wait until the transaction ends. */
export async function lockSales(tx: Tx, projectId: string): Promise<void> {
  await sql`select lock_project_sales(${projectId})`.execute(tx)
}

/** Voids a locked purchase, or with null lets it count again. */
export async function setVoided(
  tx: Tx,
  id: number,
  voided: { at: Date; by: string; reason: string } | null,
): Promise<void> {
  await tx
    .updateTable('transactions')
    .set({
      voided_at: voided?.at ?? null,
      voided_by: voided?.by ?? null,
      void_reason: voided?.reason ?? null,
    })
    .where('id', '=', id)
    .execute()
}

/** Takes the tokens of a credit back. Its wallet is locked, so that no other reversal of it is under way. */
export async function insertReversal(
  tx: Tx,
  reversal: { credit_id: number; project_id: string; at: Date; by: string; reason: string },
): Promise<void> {
  await tx.insertInto('credit_reversals').values(reversal).execute()
}

/** The successor of a wallet and all tokens that it has; undefined if the project has no such wallet. */
export async function findSuccessor(
  tx: Tx,
  projectId: string,
  walletAddress: string,
): Promise<{ successor: string | null; tokens: string } | undefined> {
  const { rows } = await sql<{ successor: string | null; tokens: string }>`
    select successor, purchased_tokens + bonus_tokens + credited_tokens as tokens from wallets
    where project_id = ${projectId} and wallet_address = ${walletAddress}`.execute(tx)
  return rows[0]
}

/** The wallets whose successor this address is, by address. */
export async function listPredecessors(
  tx: Tx,
  projectId: string,
  walletAddress: string,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('wallets')
    .select('wallet_address')
    .where('project_id', '=', projectId)
    .where('successor', '=', walletAddress)
    .orderBy('wallet_address')
    .execute()
  return rows.map((row) => row.wallet_address)
}

/** Sets the successor of a wallet; null: none. The caller holds the lock of the project's sales. */
export async function setSuccessor(
  tx: Tx,
  projectId: string,
  walletAddress: string,
  successor: string | null,
): Promise<void> {
  await tx
    .updateTable('wallets')
    .set({ successor })
    .where('project_id', '=', projectId)
    .where('wallet_address', '=', walletAddress)
    .execute()
}
