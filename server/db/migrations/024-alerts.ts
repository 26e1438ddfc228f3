import { sql, type Kysely } from 'kysely'

// What each person wants to hear about. A rule watches since it was made, changed or turned on again:
// `since`. What a rule has fired is found by its key, so finding it again is harmless.
//
// Events outlive their rule for the log, and they are written by ingestion: a reference to the rule
// would make a batch fail, or wait, when its person deletes the rule at the same time.
const RULES = `
create table alert_settings (
  user_id bigint primary key references users on delete cascade,
  version integer not null default 0,
  quiet_from text,
  quiet_to text,
  tz text not null default 'UTC',
  hide_amounts boolean not null default true,
  groups_messages boolean not null default true,
  digest_every text check (digest_every in ('day', 'week')),
  digest_weekday smallint check (digest_weekday between 1 and 7),
  digest_hour smallint check (digest_hour between 0 and 23),
  digest_since timestamptz not null default now(),
  declined text[] not null default '{}',
  updated_at timestamptz not null,
  check ((quiet_from is null) = (quiet_to is null)),
  check ((digest_every is null) = (digest_hour is null))
);

create table alert_rules (
  id uuid primary key,
  user_id bigint not null references users on delete cascade,
  position integer not null,
  kind text not null check (kind in ('purchase_over', 'milestone', 'quiet', 'failing', 'code_ending',
    'ingest_refused', 'credit_over', 'new_device')),
  project_id text references projects on delete cascade,
  threshold numeric check (threshold > 0),
  hours integer check (hours >= 1),
  channels text[] not null default '{}',
  enabled boolean not null,
  since timestamptz not null,
  created_at timestamptz not null
);
create index alert_rules_user on alert_rules (user_id, position);
create index alert_rules_kind on alert_rules (kind) where enabled;

create table alert_events (
  id bigint generated always as identity primary key,
  rule_id uuid not null,
  user_id bigint not null references users on delete cascade,
  kind text not null,
  project_id text references projects on delete cascade,
  key text not null,
  at timestamptz not null,
  data jsonb not null,
  is_addressed boolean not null default false,
  created_at timestamptz not null,
  unique (rule_id, key)
);
create index alert_events_user on alert_events (user_id, id desc);
create index alert_events_old on alert_events (created_at);
create index alert_events_fresh on alert_events (id) where not is_addressed;
`

// One message of an event for one device, or by mail. A process claims waiting ones for a limited time.
const MESSAGES = `
create table alert_messages (
  id bigint generated always as identity primary key,
  event_id bigint not null references alert_events on delete cascade,
  user_id bigint not null references users on delete cascade,
  channel text not null check (channel in ('push', 'mail')),
  device_id bigint,
  device_name text,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  claimed_until timestamptz,
  reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique nulls not distinct (event_id, channel, device_id)
);
create index alert_messages_waiting on alert_messages (next_attempt_at, id) where state = 'waiting';
create index alert_messages_user on alert_messages (user_id, channel, device_id, updated_at);
`

// At most one row: until when the conditions have been evaluated, and the claim of the process that
// does it.
const EVALUATION = `
create table alert_evaluation (
  is_only boolean primary key default true check (is_only),
  evaluated_until timestamptz not null,
  claimed_until timestamptz
);
`

// The history that conditions are found in.
//
// - transactions_ended: the purchases that ended in a period, in the order of their newest events. An
//   expired purchase was created long before. 61 MB for a million purchases; 30 days are read in the
//   index only, 330,000 of them in 0.2 s.
// - bonus_transactions_code: when a code reached a number of uses.
// - ingest_refusal_counts: refused events by five minutes. refused_events keeps only the newest 50, and
//   a key counts a day.
const HISTORY = `
create index transactions_ended on transactions (project_id, updated_at) include (status)
  where status in ('completed', 'failed', 'expired');
create index bonus_transactions_code on bonus_transactions (bonus_code_id, created_at, id)
  where bonus_code_id is not null;

create table ingest_refusal_counts (
  project_id text not null references projects on delete cascade,
  bucket timestamptz not null,
  n integer not null,
  primary key (project_id, bucket)
);
create index ingest_refusal_counts_old on ingest_refusal_counts (bucket);
`

export const name = '024-alerts'

/** Alerts: rules and settings of each person, what fired, its messages, and the evaluation. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statements of [RULES, MESSAGES, EVALUATION, HISTORY])
    await sql.raw(statements).execute(db)
}
