import { sql, type Kysely } from 'kysely'

// Frozen allocations. A list is a row here, one row per wallet, and its Merkle tree in pieces of bytes.
//
// - A build has a claim that it renews; one that ended was interrupted, and its list fails.
// - `allocation_lists_build`: a project has one build at a time.
// - `part`: `nodes` are the hashes of the tree, 32 bytes each, the root first; `places` are the indexes
//   of the leaves in it, 4 bytes each (big-endian), in the order of the wallets' addresses.
const TABLES = `
create table allocation_lists (
  id bigint generated always as identity primary key,
  project_id text not null references projects,
  number integer not null,
  state text not null default 'building'
    check (state in ('building', 'ready', 'failed', 'withdrawn')),
  built_rows bigint not null default 0,
  as_of timestamptz not null,
  made_by text not null,
  note text,
  decimals integer not null,
  wallets bigint,
  tokens numeric,
  units numeric,
  dust numeric,
  root text,
  sha256 text,
  failure text,
  withdrawn_at timestamptz,
  withdrawn_by text,
  withdrawn_reason text,
  claim text,
  claimed_until timestamptz,
  unique (project_id, number)
);
create unique index allocation_lists_build on allocation_lists (project_id)
  where state = 'building';

create table allocation_rows (
  list_id bigint not null,
  wallet_address text not null check (wallet_address = lower(wallet_address)),
  tokens numeric not null,
  primary key (list_id, wallet_address)
);

create table allocation_trees (
  list_id bigint not null references allocation_lists,
  part text not null check (part in ('nodes', 'places')),
  position integer not null,
  bytes bytea not null,
  primary key (list_id, part, position)
);
alter table allocation_trees alter column bytes set storage external;
`

// A list changes while it is built. Later it can only be withdrawn, or follow the name of its project.
// Rows are added to a build and deleted with it, never changed. Their trigger checks once per statement
// that they have a list, which is never deleted: a foreign key would check each of a million wallets, and
// double the time of their one statement.
const TRIGGERS = `
create function keep_allocation_list() returns trigger language plpgsql as $$
declare kept allocation_lists := new;
begin
  if old.state = 'building' then
    return new;
  end if;
  kept.project_id := old.project_id;
  if old.state = 'ready' and new.state = 'withdrawn' then
    kept.state := old.state;
    kept.withdrawn_at := old.withdrawn_at;
    kept.withdrawn_by := old.withdrawn_by;
    kept.withdrawn_reason := old.withdrawn_reason;
  end if;
  if kept is distinct from old then
    raise exception 'an allocation list is never changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger allocation_lists_keep_rows before update on allocation_lists
  for each row execute function keep_allocation_list();
create trigger allocation_lists_keep before delete on allocation_lists
  for each row execute function refuse_change();
create trigger allocation_lists_keep_all before truncate on allocation_lists
  for each statement execute function refuse_change();

create function keep_allocation_rows() returns trigger language plpgsql as $$
begin
  if exists (select from (select distinct list_id from changed_rows) c
    left join allocation_lists l on l.id = c.list_id where l.state is distinct from 'building') then
    raise exception 'an allocation list is never changed' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
${['allocation_rows', 'allocation_trees']
  .map(
    (table) => `
create trigger ${table}_insert after insert on ${table}
  referencing new table as changed_rows for each statement execute function keep_allocation_rows();
create trigger ${table}_delete after delete on ${table}
  referencing old table as changed_rows for each statement execute function keep_allocation_rows();
create trigger ${table}_keep before update on ${table}
  for each row execute function refuse_change();
create trigger ${table}_keep_all before truncate on ${table}
  for each statement execute function refuse_change();`,
  )
  .join('')}
`

export const name = '041-allocation-lists'

/** Frozen lists of who is owed how many tokens. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(TABLES).execute(db)
  await sql.raw(TRIGGERS).execute(db)
}
