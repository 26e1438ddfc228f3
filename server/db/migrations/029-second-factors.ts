import { sql, type Kysely } from 'kysely'
import { lockTables } from './lock-tables.ts'

// What the next migrations need too: they run in the same transaction, which must not wait while it holds
// these. Sessions and projects are read by every request.
const LOCKS = lockTables(`
      lock table sessions, verification_tokens, projects, audit_log, alert_events
        in access exclusive mode;
      lock table users, transactions, wallets, manual_transactions in share row exclusive mode;`)

// A session says how it was opened, and since when its person has confirmed who they are.
// `confirmed_for`: after a sign-in with a recovery code, the password confirms changes of factors only.
const SESSIONS = `
alter table sessions
  add column method text,
  add column confirmed_at timestamptz,
  add column confirmed_for text check (confirmed_for in ('everything', 'factors'));

alter table verification_tokens
  drop constraint verification_tokens_purpose_check,
  add constraint verification_tokens_purpose_check
    check (purpose in ('verification', 'invitation', 'password'));
`

// Passkeys and authenticator apps. An app is not a factor until its first code has confirmed it.
// `last_step`: the time step of the last accepted code; no code of it or an earlier one is accepted again.
//
// A recovery code is hashed as a password is, with one salt for the ten codes of a person.
const FACTORS = `
create table factors (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('passkey', 'totp')),
  name text not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_used_at timestamptz,
  credential_id text unique,
  public_key bytea,
  sign_count bigint,
  secret_sealed text,
  last_step bigint,
  check (kind <> 'passkey' or
    (credential_id is not null and public_key is not null and sign_count is not null)),
  check (kind <> 'totp' or secret_sealed is not null)
);
create index factors_user on factors (user_id, id);
create unique index factors_totp on factors (user_id) where kind = 'totp';

create table recovery_codes (
  user_id bigint not null references users on delete cascade,
  code_hash bytea not null,
  salt bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table security_policy (
  is_only boolean primary key default true check (is_only),
  second_factor_roles text[] not null,
  updated_at timestamptz not null
);
`

// Requests for a new password wait here for a moment, with an account or without one, so that both take
// the same work and time.
const PASSWORD_REQUESTS = `
create table password_requests (
  id bigint generated always as identity primary key,
  email text not null,
  ip text,
  request_id text,
  created_at timestamptz not null
);
`

export const name = '029-second-factors'

/** Second factors, how sessions were opened and confirmed, and mailed links for a forgotten password. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statements of [LOCKS, SESSIONS, FACTORS, PASSWORD_REQUESTS])
    await sql.raw(statements).execute(db)
}
