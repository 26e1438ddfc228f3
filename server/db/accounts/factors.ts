import { sql, type Insertable } from 'kysely'
import type { Db, Tx } from '#server/db/engine/open.ts'
import type { FactorRow, FactorsTable } from '#server/db/schema/schema-factors.ts'

/** How many second factors of each kind a person has. */
export interface SignInFactors {
  passkeys: number
  totp: number
  /** Unused recovery codes. They stand in for a second factor, and are none themselves. */
  recovery: number
  hasSecondFactor: boolean
}

export async function findSignInFactors(db: Db, userId: number): Promise<SignInFactors> {
  const { rows } = await sql<SignInFactors>`
    select count(*) > 0 as "hasSecondFactor",
      count(*) filter (where kind = 'passkey')::int as passkeys,
      count(*) filter (where kind = 'totp')::int as totp,
      (select count(*)::int from recovery_codes where user_id = ${userId} and used_at is null)
        as recovery
    from factors where user_id = ${userId} and confirmed_at is not null`.execute(db)
  return rows[0] ?? { passkeys: 0, totp: 0, recovery: 0, hasSecondFactor: false }
}

/** Whether the user in `users` has a second factor. */
export const hasFactor = sql<boolean>`exists (
  select from factors where factors.user_id = users.id and factors.confirmed_at is not null)`

/** Whether the role of the user in `users` needs a second factor that the user does not have. */
export const lacksSecondFactor = sql<boolean>`(
  exists (select from security_policy where users.role = any(second_factor_roles))
  and not ${hasFactor})`

/** The confirmed factors of a person, oldest first. */
export function listFactors(db: Db, userId: number): Promise<FactorRow[]> {
  return db
    .selectFrom('factors')
    .selectAll()
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** A confirmed factor of this person. */
export function findFactor(db: Db, userId: number, id: number): Promise<FactorRow | undefined> {
  return db
    .selectFrom('factors')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
}

export function findPasskey(db: Db, credentialId: string): Promise<FactorRow | undefined> {
  return db
    .selectFrom('factors')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
}

/** The authenticator app of a person, confirmed or not. */
export function findTotp(db: Db, userId: number): Promise<FactorRow | undefined> {
  return db
    .selectFrom('factors')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', 'totp')
    .executeTakeFirst()
}

/** @throws a unique violation for a passkey that exists, and for a second authenticator app */
export function insertFactor(tx: Tx, factor: Insertable<FactorsTable>): Promise<FactorRow> {
  return tx.insertInto('factors').values(factor).returningAll().executeTakeFirstOrThrow()
}

export async function renameFactor(tx: Tx, id: number, name: string): Promise<void> {
  await tx.updateTable('factors').set({ name }).where('id', '=', id).execute()
}

export async function deleteFactor(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('factors').where('id', '=', id).execute()
}

/** Turns an authenticator app on. The code of `step` is used with that. */
export function confirmTotpFactor(
  tx: Tx,
  id: number,
  step: number,
  now: Date,
): Promise<FactorRow | undefined> {
  return tx
    .updateTable('factors')
    .set({ confirmed_at: now, last_step: step })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** @returns false if a code of this step or a later one has been used, or the app was turned off */
export async function spendTotpStep(tx: Tx, id: number, step: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('factors')
    .set({ last_step: step, last_used_at: now })
    .where('id', '=', id)
    .where('confirmed_at', 'is not', null)
    .where((where) => where.or([where('last_step', 'is', null), where('last_step', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns false if the passkey was removed, or has signed with this count or a higher one (0: it has none) */
export async function countPasskeyUse(
  tx: Tx,
  id: number,
  count: number,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('factors')
    .set({ sign_count: count, last_used_at: now })
    .where('id', '=', id)
    .where((where) =>
      where.or([
        where('sign_count', '<', count),
        where.and([where('sign_count', '=', 0), where.val(count === 0)]),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes every factor and recovery code of a person. */
export async function deleteFactorsOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('factors').where('user_id', '=', userId).execute()
  await deleteRecoveryCodes(tx, userId)
}

/** Removes an authenticator app that was not turned on. */
export async function deleteUnconfirmedTotp(tx: Tx, userId: number): Promise<void> {
  await tx
    .deleteFrom('factors')
    .where('user_id', '=', userId)
    .where('kind', '=', 'totp')
    .where('confirmed_at', 'is', null)
    .execute()
}

/** The salt of a person's unused recovery codes; null without any. */
export async function findRecoverySalt(db: Db, userId: number): Promise<Buffer | null> {
  const row = await db
    .selectFrom('recovery_codes')
    .select('salt')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row?.salt ?? null
}

export async function hasRecoveryCode(db: Db, userId: number, hash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('recovery_codes')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** @returns false if the code was used already, or replaced */
export async function spendRecoveryCode(
  tx: Tx,
  userId: number,
  hash: Buffer,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function replaceRecoveryCodes(
  tx: Tx,
  userId: number,
  { hashes, salt }: { hashes: readonly Buffer[]; salt: Buffer },
  now: Date,
): Promise<void> {
  await deleteRecoveryCodes(tx, userId)
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash, salt, created_at: now })))
    .execute()
}

export async function deleteRecoveryCodes(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** Whether the user's role needs a second factor that the user does not have. */
export async function requiresSecondFactor(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select(lacksSecondFactor.as('lacks'))
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.lacks ?? false
}
