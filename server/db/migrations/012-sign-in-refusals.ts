import { sql, type Kysely } from 'kysely'

// Refused sign-ins are made by strangers: they are counted up in one row for some minutes, and go
// after some months. All other entries of the audit log are only ever added.
const STATEMENTS = `
create function refuse_change_of_trail() returns trigger language plpgsql as $$
begin
  if old.action = 'session.refused' then
    if tg_op = 'DELETE' then return old; end if;
    if new.action = old.action then return new; end if;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
drop trigger audit_log_append_only on audit_log;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change_of_trail();
create index audit_log_refused on audit_log (created_at) where action = 'session.refused';
`

export const name = '012-sign-in-refusals'

/** Entries of refused sign-ins can be counted up and deleted. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db)
}
