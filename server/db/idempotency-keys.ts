import type { Tx } from './open.ts'

export interface KeyScope {
  user_id: number
  method: string
  path: string
  key: string
}

/**
 * Claims a key inside the transaction of the act: a second claim waits until this transaction has
 * ended, then finds the answer (it went through) or the key free (it didn't).
 * @returns null when it is claimed, else what the first one answered
 */
export async function claimKey(
  tx: Tx,
  scope: KeyScope,
  claim: { body_hash: Buffer; created_at: Date; expires_at: Date },
): Promise<{ body_hash: Buffer; answer: string } | null> {
  await tx
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', scope.user_id)
    .where('method', '=', scope.method)
    .where('path', '=', scope.path)
    .where('key', '=', scope.key)
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
    .where('user_id', '=', scope.user_id)
    .where('method', '=', scope.method)
    .where('path', '=', scope.path)
    .where('key', '=', scope.key)
    .executeTakeFirstOrThrow()
}

export async function keepAnswer(
  tx: Tx,
  scope: KeyScope,
  status: number,
  answer: string,
): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ status, answer })
    .where('user_id', '=', scope.user_id)
    .where('method', '=', scope.method)
    .where('path', '=', scope.path)
    .where('key', '=', scope.key)
    .execute()
}
