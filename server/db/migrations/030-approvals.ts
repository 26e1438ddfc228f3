import { sql, type Kysely } from 'kysely'

// Null: no limit.
const LIMITS = `
alter table projects
  add column credit_step_up_over numeric(38,18) check (credit_step_up_over >= 0),
  add column credit_approval_over numeric(38,18) check (credit_approval_over >= 0),
  add column bonus_code_step_up_over numeric(10,6)
    check (bonus_code_step_up_over between 0 and 1000);
`

// A credit that waits for a second person. It becomes a row of manual_transactions when it is approved.
const APPROVALS = `
create table approvals (
  id bigint generated always as identity primary key,
  project_id text not null,
  wallet_address text not null,
  tokens numeric(38,18) not null check (tokens >= 0),
  reason text,
  transaction_id bigint references transactions on delete set null,
  requester_id bigint not null references users,
  requester text not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null default 'pending'
    check (state in ('pending', 'approved', 'rejected', 'expired', 'cancelled')),
  decider_id bigint references users,
  decider text,
  decided_at timestamptz,
  credit_id bigint unique references manual_transactions,
  foreign key (project_id, wallet_address) references wallets,
  check ((state = 'approved') = (credit_id is not null)),
  check ((state = 'pending') = (decided_at is null))
);
create index approvals_newest on approvals (project_id, requested_at desc, id desc);
create index approvals_pending on approvals (expires_at) where state = 'pending';
create unique index approvals_transaction on approvals (transaction_id)
  where state = 'pending' and transaction_id is not null;

-- They are shown above the credits, and renewed with them.
create trigger change_insert after insert on approvals referencing new table as new_rows
  for each statement execute function note_change('manual_transactions');
create trigger change_update after update on approvals
  referencing old table as old_rows new table as new_rows
  for each statement execute function note_change('manual_transactions');
`

// Every save of scripts, so that an earlier one can be restored. The scripts of now are the first.
const VERSIONS = `
create table seo_script_versions (
  project_id text not null references projects on delete cascade,
  version integer not null check (version >= 1),
  header text,
  body text,
  created_at timestamptz not null,
  created_by text,
  primary key (project_id, version)
);
insert into seo_script_versions (project_id, version, header, body, created_at)
select project_id, 1, header, body, updated_at from seo_scripts;
`

export const name = '030-approvals'

/** Limits of credits and bonus codes, approvals of credits, and the versions of scripts. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statements of [LIMITS, APPROVALS, VERSIONS]) await sql.raw(statements).execute(db)
}
