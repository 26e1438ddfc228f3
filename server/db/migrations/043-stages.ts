import { sql, type Kysely } from 'kysely'
import { STAGE_FUNCTIONS, STAGE_TRIGGERS } from '#server/db/triggers/stage-sums.ts'
import { lockTables } from './lock-tables.ts'

const LOCKS = lockTables(`
      lock table transactions, bonus_transactions, alert_rules, projects in access exclusive mode;`)

// The plan of each project, and its names: a name stands once.
const PLANS = `
alter table projects add column has_stages boolean not null default false;
create table stage_plans (
  project_id text primary key references projects,
  version integer not null default 0,
  soft_cap_usd numeric(38,18) check (soft_cap_usd > 0),
  hard_cap_usd numeric(38,18) check (hard_cap_usd > 0),
  count_bonuses boolean not null default false,
  changed_at timestamptz,
  changed_by text,
  is_public boolean not null default false,
  public_fields text[] not null default '{}'
);
create table stages (
  id bigint generated always as identity primary key,
  project_id text not null references stage_plans on update cascade,
  position integer not null,
  name text not null,
  price_usd numeric(38,18) not null check (price_usd > 0),
  supply numeric(38,18) check (supply > 0),
  starts_at timestamptz,
  ends_at timestamptz,
  check (starts_at < ends_at)
);
create index stages_project on stages (project_id, position);
create table stage_names (
  project_id text not null references stage_plans on update cascade,
  key text not null,
  stage_id bigint not null references stages on delete cascade,
  name text not null,
  position integer not null,
  primary key (project_id, key)
);
create index stage_names_stage on stage_names (stage_id, position);
`

const SUMS = `
create table stage_rollups (
  project_id text not null,
  source "char" not null,
  key text not null,
  level "char" not null,
  bucket timestamptz not null,
  n bigint not null,
  amount numeric not null,
  tokens numeric not null,
  primary key (project_id, source, key, level, bucket)
);
create table stage_prices (
  project_id text not null,
  key text not null,
  is_off boolean not null,
  price numeric not null,
  n bigint not null,
  amount numeric not null,
  primary key (project_id, key, is_off, price)
);
create table stage_wallets (
  project_id text not null,
  wallet_address text not null,
  key text not null,
  n bigint not null,
  primary key (project_id, wallet_address, key)
);
create table stage_buyers (
  project_id text not null,
  stage_id bigint not null,
  key text not null,
  buyers bigint not null,
  primary key (project_id, stage_id, key)
);
`

// - transactions_stage: the purchases of a stage in the order of lists, for each spelling of its name.
// - transactions_stage_price: those at other prices than the planned one.
const LISTS = `
drop index transactions_stage;
create index transactions_stage on transactions
  (project_id, stage_key(stage_name), created_at desc, id desc)
  include (status, payment_token_name, voided_at, stage_name);
create index transactions_stage_price on transactions
  (project_id, stage_key(stage_name), (payment_usd_amount / nullif(tokens_bought, 0)))
  where status = 'completed' and voided_at is null and tokens_bought > 0;
analyze transactions (stage_name);
`

const BUCKETS = `(values
    ('q'::"char", date_bin('15 minutes', created_at, '2000-01-01 00:00Z')),
    ('d', date_bin('1 day', created_at, '2000-01-01 00:00Z')),
    ('a', '-infinity')) l (level, bucket)`

// Of the purchases that are there. No plan is.
const FILL = `
create temporary table counted on commit drop as
  select id, project_id, wallet_address, created_at, stage_key(stage_name) as key,
    payment_usd_amount as usd, tokens_bought as tokens
  from transactions
  where status = 'completed' and voided_at is null and stage_key(stage_name) is not null;
insert into stage_rollups
  select project_id, 'p', key, level, bucket, count(*), sum(usd), coalesce(sum(tokens), 0)
  from counted cross join lateral ${BUCKETS} group by 1, 2, 3, 4, 5;
insert into stage_rollups
  select project_id, 'b', key, level, bucket, count(*), 0, sum(bonus_token_amount)
  from (select c.project_id, c.key, c.created_at, b.bonus_token_amount
    from bonus_transactions b join counted c on c.id = b.transaction_id) c
  cross join lateral ${BUCKETS} group by 1, 2, 3, 4, 5;
insert into stage_prices
  select project_id, key, false, price_digits(usd, tokens), count(*), sum(usd)
  from counted where tokens > 0 group by 1, 2, 3, 4;
insert into stage_wallets
  select project_id, wallet_address, key, count(*) from counted group by 1, 2, 3;
insert into stage_buyers
  select project_id, 0, key, count(*) from stage_wallets group by 1, 2, 3;
`

const ALERTS = `
alter table alert_rules
  add column cap text check (cap in ('soft', 'hard')),
  drop constraint alert_rules_kind_check,
  add constraint alert_rules_kind_check check (kind in ('purchase_over', 'milestone', 'quiet', 'failing',
    'code_ending', 'ingest_refused', 'price_unusual', 'credit_over', 'new_device', 'purchase_unproven',
    'payment_unmatched', 'stage_sold', 'stage_oversold', 'cap_reached', 'stage_ends'));
`

export const name = '043-stages'

/** The planned stages of projects, and sums of purchases by the names of their stages. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(LOCKS).execute(db)
  for (const statements of [STAGE_FUNCTIONS, PLANS, SUMS, LISTS, FILL, STAGE_TRIGGERS, ALERTS])
    await sql.raw(statements).execute(db)
}
