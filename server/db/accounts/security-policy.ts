import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/engine/open.ts'

/** Changes of the policy wait for each other. */
export async function lockSecurityPolicy(tx: Tx): Promise<void> {
  await sql`lock table security_policy in exclusive mode`.execute(tx)
}

/** The roles that need a second factor, by name. */
export async function findSecondFactorRoles(db: Db): Promise<string[]> {
  const row = await db
    .selectFrom('security_policy')
    .select('second_factor_roles')
    .executeTakeFirst()
  return row?.second_factor_roles ?? []
}

export async function replaceSecondFactorRoles(
  tx: Tx,
  roles: readonly string[],
  now: Date,
): Promise<void> {
  const policy = { second_factor_roles: [...roles], updated_at: now }
  await tx
    .insertInto('security_policy')
    .values(policy)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(policy))
    .execute()
}
