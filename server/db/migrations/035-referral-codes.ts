import { sql, type Kysely } from 'kysely'

export const name = '035-referral-codes'

/** Wallets are found by their referral code, in any case. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `create index wallets_referral_code on wallets (project_id, lower(referral_code))
      where referral_code is not null`,
    )
    .execute(db)
}
