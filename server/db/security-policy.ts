import type { Db, Tx } from './open.ts'

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
