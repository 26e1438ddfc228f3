import { sql, type Kysely } from 'kysely'
import { installTriggers } from '#server/db/triggers/install.ts'

// The names of what an entry is about, in lower case, one per line: the search reads this column
// instead of the values of every entry. The action is found as it is on the wire and in words.
const STATEMENTS = `
alter table audit_log add column search text generated always as (left(lower(
  coalesce(object_id, '') || chr(10) ||
  coalesce(actor, '') || chr(10) ||
  action || chr(10) ||
  translate(action, '._', '  ') || chr(10) ||
  coalesce(after ->> 'wallet_address', '') || chr(10) ||
  coalesce(after ->> 'code', '') || chr(10) ||
  coalesce(after ->> 'name', '') || chr(10) ||
  coalesce(after ->> 'email', '')
), 2000)) stored;
create index audit_log_actor on audit_log (actor_id, created_at desc, id desc)
  where actor_id is not null;
drop index audit_log_refused;
create index audit_log_refused on audit_log (created_at)
  where action in ('session.refused', 'session.lock_out');
`

export const name = '022-audit-triggers'

/** Finds the entries of a person, and by a part of a name; those about a record have an index since 019. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db)
  // Lock-outs can be deleted, as refused sign-ins.
  await installTriggers(db)
}
