import { sql, type Kysely } from 'kysely'
import { APPEND_ONLY } from '#server/db/triggers/append-only.ts'

const STATEMENTS = `
drop index audit_log_refused;
create index audit_log_refused on audit_log (created_at) where action in
  ('session.refused', 'session.code_refused', 'session.step_up_refused', 'session.lock_out');
`

export const name = '031-proof-triggers'

/** Refused proofs are counted in one entry and deleted later, as refused sign-ins are. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db)
  // The others have not changed, and replacing them would lock more tables.
  await sql.raw(APPEND_ONLY).execute(db)
}
