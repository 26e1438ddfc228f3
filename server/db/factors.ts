import { sql } from 'kysely'
import type { Db } from './open.ts'

/** How many second factors of each kind a person has. */
export interface SignInFactors {
  passkeys: number
  totp: number
  /** Unused recovery codes. */
  recovery: number
}

export async function findSignInFactors(db: Db, userId: number): Promise<SignInFactors> {
  const { rows } = await sql<SignInFactors>`
    select count(*) filter (where kind = 'passkey')::int as passkeys,
      count(*) filter (where kind = 'totp')::int as totp,
      (select count(*)::int from recovery_codes where user_id = ${userId} and used_at is null)
        as recovery
    from factors where user_id = ${userId} and confirmed_at is not null`.execute(db)
  return rows[0] ?? { passkeys: 0, totp: 0, recovery: 0 }
}
