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

const EVENTS = {
  insert: 'new table as new_rows',
  update: 'old table as old_rows new table as new_rows',
}
const CHANGES = Object.entries(EVENTS)
  .map(
    ([event, rows]) => `
create trigger change_${event} after ${event} on notes referencing ${rows}
  for each statement execute function note_change('notes');`,
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
  for (const statements of [LOCKS, READERS, NOTES, CHANGES, READING_KEYS, ALERTS])
    await sql.raw(statements).execute(db)
}
