import { sql, type Kysely } from 'kysely'

const TERMS = `fee_enabled, fee_percentage, fee_wallet_address, income_wallet_address,
  liquidity_split_enabled, liquidity_split_percentage, liquidity_wallet_address,
  profit_wallet_address, staking_enabled, staking_apy, staking_rewards_active,
  default_referral_payout_percentage, api_url, banners_enabled, banners_desktop_aspect_ratio,
  banners_mobile_aspect_ratio`

// The terms of a project as they were from each time on; the newest row equals the project's own
// columns. What held before the first row is not recorded.
const STATEMENTS = `
alter table projects add column archived_at timestamptz;

create table project_terms (
  id bigint generated always as identity primary key,
  project_id text not null references projects on delete cascade,
  valid_from timestamptz not null,
  changed_by text,
  reason text,
  fee_enabled boolean not null,
  fee_percentage numeric(9,8) not null,
  fee_wallet_address text,
  income_wallet_address text,
  liquidity_split_enabled boolean not null,
  liquidity_split_percentage numeric(9,8) not null,
  liquidity_wallet_address text,
  profit_wallet_address text,
  staking_enabled boolean not null,
  staking_apy numeric(12,6) not null,
  staking_rewards_active boolean not null,
  default_referral_payout_percentage numeric(9,6) not null,
  api_url text,
  banners_enabled boolean not null,
  banners_desktop_aspect_ratio text not null,
  banners_mobile_aspect_ratio text not null
);
create index project_terms_valid on project_terms (project_id, valid_from);

insert into project_terms (project_id, valid_from, ${TERMS})
select id, now(), ${TERMS} from projects;
`

export const name = '017-project-terms'

export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db)
}
