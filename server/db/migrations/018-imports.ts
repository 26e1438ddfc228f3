import { sql, type Kysely } from 'kysely'

// The file is stored in rows of about 1 MB, so that reading one never blocks the embedded connection
// for long. A run keeps its claim while it lasts; one that expired was interrupted.
const STATEMENTS = `
create table imports (
  id bigint generated always as identity primary key,
  project_id text not null references projects on delete cascade,
  kind text not null check (kind in ('transaction', 'wallet', 'lead')),
  name text not null,
  size_bytes bigint not null,
  sha256 text not null,
  state text not null default 'uploading' check (state in
    ('uploading', 'uploaded', 'checking', 'checked', 'running', 'cancelled', 'done', 'failed', 'discarded')),
  delimiter text,
  header jsonb,
  sample jsonb not null default '[]',
  columns jsonb not null default '[]',
  data_byte bigint not null default 0,
  data_line bigint not null default 1,
  claim text,
  claimed_until timestamptz,
  position_byte bigint not null default 0,
  position_line bigint not null default 1,
  total_rows bigint,
  rows bigint not null default 0,
  taken bigint not null default 0,
  repeated bigint not null default 0,
  refused bigint not null default 0,
  usd numeric not null default 0,
  refusals jsonb not null default '[]',
  begins_at timestamptz,
  error text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz
);
create index imports_of_project on imports (project_id, id desc);
create unique index imports_one_run on imports (project_id) where state = 'running';

create table import_chunks (
  import_id bigint not null references imports on delete cascade,
  position integer not null,
  bytes bytea not null,
  primary key (import_id, position)
);
alter table import_chunks alter column bytes set storage external;

create table import_refusals (
  import_id bigint not null references imports on delete cascade,
  line bigint not null,
  field text not null,
  value text not null,
  reason text not null,
  primary key (import_id, line)
);
`

export const name = '018-imports'

export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db)
}
