import { sql, type Kysely } from 'kysely'

// The counts of a key are those of `counted_day`, a UTC day: a batch changes one row, and no counts of
// earlier days have to be deleted.
const KEYS = `
alter table ingest_keys
  add column ends_at timestamptz,
  add column last_refused_at timestamptz,
  add column counted_day text,
  add column taken_count integer not null default 0,
  add column refused_count integer not null default 0;
`

// The newest events that a project refused, for the site's developer. The event is text: JSON may hold
// characters that jsonb refuses, and a long one is cut.
const REFUSED_EVENTS = `
create table refused_events (
  id bigint generated always as identity primary key,
  project_id text not null references projects on delete cascade,
  key_id bigint not null references ingest_keys on delete cascade,
  refused_at timestamptz not null,
  event_id text,
  field text not null,
  reason text not null,
  event text not null
);
create index refused_events_project on refused_events (project_id, id desc);
`

export const name = '016-connections'

/** Rotation and counts of ingest keys, and the events that were refused. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statements of [KEYS, REFUSED_EVENTS]) await sql.raw(statements).execute(db)
}
