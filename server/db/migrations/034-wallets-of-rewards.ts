import { sql, type Kysely } from 'kysely'

export const name = '034-wallets-of-rewards'

/** Wallets that got bonuses or payouts, and never registered or bought. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `insert into wallets (project_id, wallet_address, created_at, source_at, source_event)
      select project_id, wallet_address, min(created_at), 'infinity', ''
      from (
        select project_id, wallet_address, created_at from bonus_transactions
        union all select project_id, wallet_address, created_at from referral_payouts
      ) as received
      group by project_id, wallet_address
      on conflict (project_id, wallet_address) do nothing`,
    )
    .execute(db)
}
