import { sql, type Kysely } from 'kysely'
import { lockTables } from './lock-tables.ts'

/** The kinds of GET /live and the tables whose rows they list, or whose amounts those rows show. */
const KINDS = {
  transactions: ['transactions', 'bonus_transactions', 'referral_payouts'],
  wallets: ['wallets'],
  manual_transactions: ['manual_transactions'],
  bonus_codes: ['bonus_codes'],
  leads: ['leads'],
}
const TABLES = Object.entries(KINDS).flatMap(([kind, tables]) =>
  tables.map((table) => ({ kind, table })),
)

const LOCKS = lockTables(`
      lock table ${TABLES.map(({ table }) => table).join(', ')} in share row exclusive mode;`)

// One row per transaction, project and kind. Transactions only add rows of their own, so they never
// wait for each other here. With xid, a reader finds what has been committed since a snapshot,
// whatever the order of the commits. The server deletes rows after some minutes.
const CHANGES = `
create table changes (
  xid xid8 not null default pg_current_xact_id(),
  project_id text not null,
  kind text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (xid, project_id, kind)
);

create function note_change() returns trigger language plpgsql as $$
declare projects text[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct project_id) into projects from new_rows;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct project_id) into projects from old_rows;
  else
    select array_agg(distinct project_id) into projects
      from (select * from new_rows except select * from old_rows) changed;
  end if;
  insert into changes (project_id, kind) select unnest(projects), tg_argv[0]
    on conflict do nothing;
  -- Only wakes the reader. PostgreSQL sends equal notifications of a transaction once.
  if found then perform pg_notify('saleroom_changes', ''); end if;
  return null;
end $$;
`

const EVENTS = {
  insert: 'new table as new_rows',
  update: 'old table as old_rows new table as new_rows',
  delete: 'old table as old_rows',
}

const TRIGGERS = TABLES.flatMap(({ kind, table }) =>
  Object.entries(EVENTS).map(
    ([event, rows]) => `
create trigger change_${event} after ${event} on ${table} referencing ${rows}
  for each statement execute function note_change('${kind}');`,
  ),
).join('')

export const name = '023-changes'

/** Which projects have changed, and what in them, for live figures. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statements of [LOCKS, CHANGES, TRIGGERS]) await sql.raw(statements).execute(db)
}
