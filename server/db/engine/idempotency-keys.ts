import type { Tx } from './open.ts'

/** The primary key of a request. */
type KeyScope = { user_id: number; method: string; path: string; key: string }

/**
 * Claims a key in the transaction of the action. A second claim waits for the end of this
 * transaction, then finds its response (after a commit) or a free key (after a rollback).
 * @returns null if the key is claimed, else the response of the first request
 */
export async function claimKey(
  tx: Tx,
  scope: KeyScope,
  claim: { body_hash: Buffer; created_at: Date; expires_at: Date },
): Promise<{ body_hash: Buffer; answer: string } | null> {
  await tx
    .deleteFrom('idempotency_keys')
    .where((row) => row.and(scope))
    .where('expires_at', '<=', claim.created_at)
    .execute()
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values({ ...scope, ...claim, status: 0, answer: 'null' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (claimed) return null
  return tx
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'answer'])
    .where((row) => row.and(scope))
    .executeTakeFirstOrThrow()
}

export async function saveResponse(
  tx: Tx,
  scope: KeyScope,
  status: number,
  answer: string,
): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ status, answer })
    .where((row) => row.and(scope))
    .execute()
}
