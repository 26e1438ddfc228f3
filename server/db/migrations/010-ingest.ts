import { sql, type Kysely } from 'kysely'

// Data from a sale's site, by the sender's ids: the stored events, and for each thing the time and id
// of its newest event, so an older event never overwrites a newer one. Ids are visible ASCII and are
// compared byte by byte, as in the sender and in any replay.
const INGEST = `
create table ingest_keys (
  id bigint generated always as identity primary key,
  project_id text not null references projects on delete cascade,
  name text not null check (length(name) between 1 and 100),
  key_hash bytea not null unique,
  last4 text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index ingest_keys_project on ingest_keys (project_id);

create table ingested_events (
  project_id text not null references projects on delete cascade,
  event_id text collate "C" not null,
  primary key (project_id, event_id)
);

alter table wallets
  add column source_at timestamptz,
  add column source_event text collate "C";

alter table transactions
  add column source_id text collate "C",
  add column source_at timestamptz,
  add column source_event text collate "C";
create unique index transactions_source on transactions (project_id, source_id)
  where source_id is not null;

alter table leads
  add column source_id text collate "C",
  add column source_at timestamptz,
  add column source_event text collate "C";
create unique index leads_source on leads (project_id, source_id) where source_id is not null;

create table waiting_bonuses (
  project_id text not null references projects on delete cascade,
  event_id text collate "C" not null,
  source_id text collate "C" not null,
  bonus_code_id bigint references bonus_codes,
  bonus_token_amount numeric(38,18) not null,
  identifier text not null,
  type text not null,
  wallet_address text not null,
  created_at timestamptz not null,
  primary key (project_id, event_id)
);
create index waiting_bonuses_source on waiting_bonuses (project_id, source_id);

create function status_rank(status text) returns integer language sql immutable as $$
  select case status when 'pending' then 0 when 'processing' then 1 when 'refunded' then 3 else 2 end
$$;
`

// The outbox: one row per message, written in the transaction of its cause. A process claims
// `waiting` rows for a limited time; `failed` rows need a user.
const NOTICES = `
create table notices (
  id bigint generated always as identity primary key,
  project_id text not null references projects on delete cascade,
  kind text not null check (kind in ('chat', 'lead')),
  subject_id bigint not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  claimed_until timestamptz,
  reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (project_id, kind, subject_id)
);
create index notices_waiting on notices (project_id, kind, id) where state = 'waiting';
create index notices_failed on notices (project_id, id desc) where state = 'failed';
create index notices_sent on notices (updated_at) where state = 'sent';
`

export const name = '010-ingest'

/** Keys and events of ingestion, and the outbox of notices. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statements of [INGEST, NOTICES]) await sql.raw(statements).execute(db)
}
