import { sql, type Kysely } from 'kysely'
import { lockTables } from './lock-tables.ts'

const LOCKS = lockTables(`
      lock table transactions, users, alert_rules in access exclusive mode;`)

// People who only look. Admins may always write.
const READERS = `
alter table users add column may_write boolean not null default true,
  add constraint users_admins_may_write check (may_write or role <> 'admin');
`

// - record: the address of a wallet, else the number of the record.
// - wallet_address: in whose timeline it stands: of a wallet itself, or of the purchase, which an event
//   can give to another wallet.
const NOTES = `
create table notes (
  id bigint generated always as identity primary key,
  project_id text not null references projects on delete cascade,
  kind text not null check (kind in ('wallet', 'transaction', 'bonus_code', 'payment')),
  record text not null,
  wallet_address text,
  text text not null check (length(text) between 1 and 2000),
  author_id bigint not null references users,
  created_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz
);
create index notes_record on notes (project_id, kind, record, created_at desc, id desc)
  include (deleted_at);
create index notes_wallet on notes (project_id, wallet_address, created_at desc, id desc)
  where wallet_address is not null;
create table note_mentions (
  note_id bigint not null references notes on delete cascade,
  user_id bigint not null references users,
  primary key (note_id, user_id)
);
create index note_mentions_user on note_mentions (user_id);
create function move_notes() returns trigger language plpgsql as $$
begin
  update notes set wallet_address = new.wallet_address
    where project_id = new.project_id and kind = 'transaction' and record = new.id::text;
  return null;
end $$;
create trigger notes_follow after update on transactions for each row
  when (old.wallet_address is distinct from new.wallet_address) execute function move_notes();
`

// A count of its own for each record: one record may have thousands of notes, and lists count those of
// each row. Deleted notes do not count. A rename of the project moves both tables.
const COUNTS = `
create table note_counts (
  project_id text not null references projects on delete cascade,
  kind text not null,
  record text not null,
  notes bigint not null,
  primary key (project_id, kind, record)
);
create function count_notes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into note_counts as c
      select project_id, kind, record, count(*) from new_rows where deleted_at is null
      group by 1, 2, 3 order by 1, 2, 3
      on conflict (project_id, kind, record) do update set notes = c.notes + excluded.notes;
  elsif tg_op = 'UPDATE' then
    update note_counts as c set notes = c.notes - gone.n from (
      select o.project_id, o.kind, o.record, count(*) as n
      from old_rows as o join new_rows as n using (id)
      where o.deleted_at is null and n.deleted_at is not null group by 1, 2, 3
    ) as gone
    where (c.project_id, c.kind, c.record) = (gone.project_id, gone.kind, gone.record);
  else
    update note_counts as c set notes = c.notes - gone.n from (
      select o.project_id, o.kind, o.record, count(*) as n
      from old_rows as o where o.deleted_at is null group by 1, 2, 3
    ) as gone
    where (c.project_id, c.kind, c.record) = (gone.project_id, gone.kind, gone.record);
  end if;
  return null;
end $$;
`

const EVENTS = {
  insert: 'new table as new_rows',
  update: 'old table as old_rows new table as new_rows',
  delete: 'old table as old_rows',
}
const CHANGES = Object.entries(EVENTS)
  .map(
    ([event, rows]) => `
create trigger change_${event} after ${event} on notes referencing ${rows}
  for each statement execute function note_change('notes');
create trigger count_${event} after ${event} on notes referencing ${rows}
  for each statement execute function count_notes();`,
  )
  .join('')

// Keys that read in place of a person. Only the hash of a key is stored.
const READING_KEYS = `
create table reading_keys (
  id bigint generated always as identity primary key,
  name text not null,
  key_hash bytea not null unique,
  last4 text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  has_all_projects boolean not null,
  created_by bigint not null references users,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  counted_day text,
  used_count integer not null default 0
);
create table reading_key_projects (
  key_id bigint not null references reading_keys on delete cascade,
  project_id text not null references projects on delete cascade,
  primary key (key_id, project_id)
);
create table reading_key_addresses (
  key_id bigint not null references reading_keys on delete cascade,
  address text not null,
  first_used_at timestamptz not null,
  primary key (key_id, address)
);
`

const ALERTS = `
alter table alert_rules
  drop constraint alert_rules_kind_check,
  add constraint alert_rules_kind_check check (kind in ('purchase_over', 'milestone', 'quiet', 'failing',
    'code_ending', 'ingest_refused', 'price_unusual', 'credit_over', 'new_device', 'purchase_unproven',
    'payment_unmatched', 'stage_sold', 'stage_oversold', 'cap_reached', 'stage_ends', 'mention',
    'reading_key_new_address'));
`

export const name = '044-notes-and-readers'

/** Notes on records, people who only look, and keys that read. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statements of [LOCKS, READERS, NOTES, COUNTS, CHANGES, READING_KEYS, ALERTS])
    await sql.raw(statements).execute(db)
}
