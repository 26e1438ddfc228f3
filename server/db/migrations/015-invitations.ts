import { sql, type Kysely } from 'kysely'

// An invitation is a mailed token like a verification: hashed, bound to an address, used once.
const INVITATIONS = `
alter table verification_tokens
  add column purpose text not null default 'verification'
    check (purpose in ('verification', 'invitation'));

alter table users
  add column invited_at timestamptz,
  add column last_seen_at timestamptz;
`

export const name = '015-invitations'

export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(INVITATIONS).execute(db)
}
