import { sql, type Kysely } from 'kysely'

// Wallet addresses and transaction hashes are stored in lower case, so every lookup and join is a
// plain equality. Flags are booleans, money is numeric(38,18).

const PEOPLE = `
create table users (
  id bigint generated always as identity primary key,
  email text not null check (length(email) between 3 and 254),
  role text not null check (length(role) between 1 and 40),
  password_hash text not null,
  is_email_verified boolean not null default false,
  requires_password_reset boolean not null default false,
  disabled_at timestamptz,
  verification_sent_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index users_email on users (lower(email));

create table sessions (
  id uuid primary key,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text,
  ip text,
  user_agent text
);
create index sessions_user on sessions (user_id);
create index sessions_expires on sessions (expires_at);

create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  successor_hash bytea
);
create index refresh_tokens_session on refresh_tokens (session_id);

create table verification_tokens (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index verification_tokens_user on verification_tokens (user_id);

create table rate_counters (
  key text primary key,
  count integer not null default 0,
  window_ends_at timestamptz not null
);
create index rate_counters_end on rate_counters (window_ends_at);
`

const PROJECTS = `
create table projects (
  id text primary key check (length(id) between 1 and 100),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  api_url text,
  buy_url text,
  website_url text,
  project_ticker text,
  default_min_referral_spend numeric(38,18) not null default 0 check (default_min_referral_spend >= 0),
  default_referral_payout_percentage numeric(9,6) not null default 0,
  default_referral_token_bonus_percentage numeric(9,6) not null default 0,
  fee_enabled boolean not null default false,
  fee_percentage numeric(9,8) not null default 0 check (fee_percentage between 0 and 1),
  fee_wallet_address text,
  income_wallet_address text,
  liquidity_split_enabled boolean not null default false,
  liquidity_split_percentage numeric(9,8) not null default 0
    check (liquidity_split_percentage between 0 and 1),
  liquidity_wallet_address text,
  profit_wallet_address text,
  staking_enabled boolean not null default false,
  staking_apy numeric(12,6) not null default 0,
  staking_rewards_active boolean not null default false,
  telegram_channel_id text,
  telegram_message_text text,
  telegram_notifications_enabled boolean not null default false,
  telegram_media_id bigint,
  brevo_api_key_sealed text,
  brevo_api_key_last4 text,
  brevo_list_id bigint,
  forward_leads_to_brevo boolean not null default false,
  banners_enabled boolean not null default false,
  banners_desktop_aspect_ratio text not null default '16:5',
  banners_mobile_aspect_ratio text not null default '4:3'
);

create table memberships (
  user_id bigint not null references users on delete cascade,
  project_id text not null references projects on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, project_id)
);
create index memberships_project on memberships (project_id);

create table media (
  id bigint generated always as identity primary key,
  project_id text not null references projects on delete cascade,
  content_type text not null,
  size_bytes bigint not null check (size_bytes >= 0),
  sha256 text not null,
  width integer,
  height integer,
  created_at timestamptz not null
);
create index media_project on media (project_id);
alter table projects add foreign key (telegram_media_id) references media on delete set null;

create table media_chunks (
  media_id bigint not null references media on delete cascade,
  position integer not null,
  bytes bytea not null,
  primary key (media_id, position)
);
alter table media_chunks alter column bytes set storage external;

create table banners (
  id bigint generated always as identity primary key,
  project_id text not null references projects on delete cascade,
  ordering integer not null,
  click_url text,
  desktop_media_id bigint not null references media,
  mobile_media_id bigint not null references media,
  created_at timestamptz not null,
  unique (project_id, ordering) deferrable initially deferred
);

create table seo_scripts (
  id bigint generated always as identity primary key,
  project_id text not null unique references projects on delete cascade,
  header text,
  body text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table leads (
  id bigint generated always as identity primary key,
  project_id text not null references projects on delete cascade,
  email text not null,
  is_email_verified boolean not null default false,
  wallet_address text,
  mobile text,
  preferred_contact_time text,
  investment_amount text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index leads_newest on leads (project_id, created_at desc, id desc);
`

const SALES = `
create table wallets (
  project_id text not null references projects,
  wallet_address text not null check (wallet_address = lower(wallet_address)),
  created_at timestamptz not null,
  country text,
  referrer text,
  utm_source text,
  utm_medium text,
  referred_by text,
  referral_code text,
  referral_code_applied_at timestamptz,
  min_referral_spend numeric(38,18) check (min_referral_spend >= 0),
  referral_payout_percentage numeric(9,6) check (referral_payout_percentage between 0 and 100),
  referral_token_bonus_percentage numeric(9,6)
    check (referral_token_bonus_percentage between 0 and 100),
  first_purchase_at timestamptz,
  purchase_count integer not null default 0,
  primary key (project_id, wallet_address)
);
create index wallets_newest on wallets (project_id, created_at desc, wallet_address desc);

create table transactions (
  id bigint generated by default as identity primary key,
  project_id text not null references projects,
  wallet_address text not null check (wallet_address = lower(wallet_address)),
  transaction_hash text check (transaction_hash = lower(transaction_hash)),
  stage_name text,
  payment_token_name text not null,
  payment_token_amount numeric(38,18) not null check (payment_token_amount >= 0),
  payment_usd_amount numeric(38,18) not null check (payment_usd_amount >= 0),
  tokens_bought numeric(38,18) check (tokens_bought >= 0),
  type text not null default 'blockchain',
  status text not null
    check (status in ('pending', 'processing', 'completed', 'failed', 'expired', 'refunded')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  country text,
  referrer text,
  utm_source text,
  utm_medium text,
  deposit_class smallint check (deposit_class between 1 and 4)
);
create index transactions_newest on transactions (project_id, created_at desc, id desc);
create index transactions_wallet
  on transactions (project_id, wallet_address, created_at desc, id desc);
create unique index transactions_hash on transactions (project_id, transaction_hash);

create table referral_payouts (
  id bigint generated by default as identity primary key,
  project_id text not null references projects,
  transaction_id bigint references transactions on delete cascade,
  wallet_address text not null check (wallet_address = lower(wallet_address)),
  amount_before_gas numeric(38,18) not null check (amount_before_gas >= 0),
  created_at timestamptz not null
);
create index referral_payouts_time on referral_payouts (project_id, created_at)
  include (amount_before_gas);
create index referral_payouts_transaction on referral_payouts (transaction_id);

create table bonus_codes (
  id bigint generated always as identity primary key,
  project_id text not null references projects,
  code text not null check (length(code) between 1 and 64),
  percentage numeric(10,6) not null check (percentage between 0 and 1000),
  start_date timestamptz,
  end_date timestamptz,
  uses integer not null default 0 check (uses >= 0),
  max_uses integer check (max_uses >= 1),
  disabled boolean not null default false,
  tokens_come_from_stage_tokens boolean not null default false,
  created_at timestamptz not null,
  check (start_date < end_date)
);
create unique index bonus_codes_code on bonus_codes (project_id, lower(code));
create index bonus_codes_newest on bonus_codes (project_id, created_at desc, id desc);

create table bonus_transactions (
  id bigint generated by default as identity primary key,
  project_id text not null references projects,
  transaction_id bigint not null references transactions on delete cascade,
  bonus_code_id bigint references bonus_codes,
  bonus_token_amount numeric(38,18) not null check (bonus_token_amount >= 0),
  identifier text not null,
  type text not null check (type in ('bonus_code', 'rank', 'referral', 'referrer')),
  wallet_address text not null check (wallet_address = lower(wallet_address)),
  created_at timestamptz not null
);
create index bonus_transactions_transaction on bonus_transactions (transaction_id);
create index bonus_transactions_wallet on bonus_transactions (project_id, wallet_address);

create table manual_transactions (
  id bigint generated always as identity primary key,
  project_id text not null,
  wallet_address text not null,
  tokens numeric(38,18) not null check (tokens >= 0),
  reason text,
  authorizer_id bigint references users,
  authorizer text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  foreign key (project_id, wallet_address) references wallets
);
create index manual_transactions_newest
  on manual_transactions (project_id, created_at desc, id desc);
create index manual_transactions_wallet
  on manual_transactions (project_id, wallet_address, created_at desc, id desc);
`

// Credits and the audit log are append-only for the server's role (triggers/append-only.ts): a
// correction is a new row.
const AUDIT = `
create table idempotency_keys (
  user_id bigint not null references users on delete cascade,
  method text not null,
  path text not null,
  key text not null,
  body_hash bytea not null,
  status integer not null,
  answer text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (user_id, method, path, key)
);
create index idempotency_keys_end on idempotency_keys (expires_at);

create table audit_log (
  id bigint generated always as identity primary key,
  created_at timestamptz not null,
  actor_id bigint,
  actor text,
  actor_role text,
  ip text,
  session_id text,
  request_id text,
  action text not null,
  object_type text not null,
  object_id text,
  project_id text,
  before jsonb,
  after jsonb
);
create index audit_log_newest on audit_log (created_at desc, id desc);
create index audit_log_project on audit_log (project_id, created_at desc, id desc);
`

export const name = '001-schema'

/** The schema: users, projects, sales and the audit log. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statements of [PEOPLE, PROJECTS, SALES, AUDIT]) {
    await sql.raw(statements).execute(db)
  }
}
