import { sql, type Kysely } from 'kysely'
import { installTriggers } from '#server/db/triggers/install.ts'
import { REVERSALS } from '#server/db/triggers/wallet-tokens.ts'
import { lockTables } from './lock-tables.ts'

const LOCKS = lockTables(`
      lock table bonus_transactions, referral_payouts, leads, audit_log
        in share row exclusive mode;
      lock table wallets, transactions, manual_transactions, bonus_codes, approvals, ingest_keys,
        alert_rules, alert_events, projects, settlement_statements in access exclusive mode;`)

// A voided purchase keeps its status. A new row has the time and the key of the event that it shows.
const PURCHASES = `
alter table transactions
  add column voided_by text,
  add column void_reason text,
  add column price_is_unusual boolean not null default false,
  add column received_at timestamptz,
  add column received_key_id bigint,
  add constraint transactions_voided check ((voided_at is null) = (void_reason is null));
alter table ingest_keys add column last_tested_at timestamptz;
`

// The purchase of a reversed credit can be credited again. Requests and credits of one purchase lock it, so
// that no two are made at once.
const CREDITS = `
create table credit_reversals (
  credit_id bigint primary key references manual_transactions,
  project_id text not null,
  at timestamptz not null,
  by text not null,
  reason text not null
);
create trigger credit_reversals_append_only before update or delete on credit_reversals
  for each row execute function refuse_change();
create trigger credit_reversals_keep before truncate on credit_reversals
  for each statement execute function refuse_change();
create trigger change_insert after insert on credit_reversals referencing new table as new_rows
  for each statement execute function note_change('manual_transactions');

drop index manual_transactions_transaction;
create index manual_transactions_transaction on manual_transactions (transaction_id)
  where transaction_id is not null;
`

// What one wallet is owed goes to another. A successor may be an address that has bought nothing.
const SUCCESSORS = `
alter table wallets
  add column successor text check (successor = lower(successor) and successor <> wallet_address);
create index wallets_successor on wallets (project_id, successor) where successor is not null;
`

// A request can also be for a correction. \`transaction_id\` is the purchase that is voided or restored,
// \`reversed_id\` the credit that is reversed, \`successor\` the new one, or null to have none.
const APPROVALS = `
alter table approvals
  add column kind text not null default 'credit'
    check (kind in ('credit', 'void', 'restore', 'reverse', 'successor')),
  add column reversed_id bigint references manual_transactions,
  add column successor text,
  drop constraint approvals_check,
  add constraint approvals_credit
    check ((state = 'approved' and kind = 'credit') = (credit_id is not null)),
  add constraint approvals_reversed check ((kind = 'reverse') = (reversed_id is not null));
alter table approvals alter column tokens type numeric;
create unique index approvals_reversed on approvals (reversed_id) where state = 'pending';
create unique index approvals_successor on approvals (project_id, wallet_address)
  where state = 'pending' and kind = 'successor';
`

// audit_log_corrections: those of a wallet's purchases and credits, for its timeline.
// alert_events_without_rule: as in 038, with the news of corrections.
const RECORDS_OF_THEM = `
create index audit_log_corrections
  on audit_log (project_id, (after ->> 'wallet_address'), created_at desc, id desc)
  where action in ('transaction.void', 'transaction.restore', 'manual_transaction.reverse');
drop index alert_events_without_rule;
create unique index alert_events_without_rule on alert_events (user_id, kind, key)
  where kind in ('digest', 'account', 'approval_requested', 'corrected', 'script_changed');
`

// Before the triggers, so that nothing is added twice; those that note changes would read every row.
const SUMS = `
alter table wallets disable trigger user;
update wallets w set paid_usd = s.usd, purchased_tokens = s.tokens
from (select project_id, wallet_address, sum(payment_usd_amount) usd,
    coalesce(sum(tokens_bought), 0) tokens
  from transactions where status = 'completed' group by 1, 2) s
where w.project_id = s.project_id and w.wallet_address = s.wallet_address;
update wallets w set bonus_tokens = s.tokens
from (select b.project_id, b.wallet_address, sum(b.bonus_token_amount) tokens
  from bonus_transactions b join transactions t on t.id = b.transaction_id
  where t.status = 'completed' group by 1, 2) s
where w.project_id = s.project_id and w.wallet_address = s.wallet_address;
update wallets w set credited_tokens = s.tokens
from (select project_id, wallet_address, sum(tokens) tokens
  from manual_transactions group by 1, 2) s
where w.project_id = s.project_id and w.wallet_address = s.wallet_address;
alter table wallets enable trigger user;
alter table bonus_codes disable trigger user;
update bonus_codes c set usd = s.usd, bonus_tokens = s.tokens
from (select b.bonus_code_id, sum(t.payment_usd_amount) usd, sum(b.tokens) tokens
  from (select bonus_code_id, transaction_id, sum(bonus_token_amount) tokens
    from bonus_transactions where bonus_code_id is not null group by 1, 2) b
  join transactions t on t.id = b.transaction_id
  where t.status = 'completed' group by 1) s
where c.id = s.bonus_code_id;
alter table bonus_codes enable trigger user;
`

// All purchases with the tokens of those that count; the wider buckets from the finest.
const ALL_PURCHASES = `
delete from time_rollups where source = 'a';
insert into time_rollups
  select project_id, 'a', 'q', date_bin('15 minutes', created_at, '2000-01-01 00:00Z'),
    count(*), coalesce(sum(tokens_bought) filter (where status = 'completed'), 0)
  from transactions group by 1, 2, 3, 4;
insert into time_rollups
  select r.project_id, r.source, w.level, w.bucket, sum(r.n), sum(r.amount)
  from time_rollups r cross join lateral (values
    ('h'::"char", date_bin('1 hour', r.bucket, '2000-01-01 00:00Z')),
    ('d', date_bin('1 day', r.bucket, '2000-01-01 00:00Z')),
    ('m', date_trunc('month', r.bucket at time zone 'UTC') at time zone 'UTC')) w (level, bucket)
  where r.source = 'a' and r.level = 'q' group by 1, 2, 3, 4;
`

// Statements of a project are numbered in the order of saving, without gaps. A trigger numbers them, so that those
// that an earlier version still saves have a number too; the project's row is locked for it, which does not
// keep purchases waiting.
const STATEMENTS = `
alter table settlement_statements disable trigger user;
alter table settlement_statements add column number integer;
update settlement_statements s set number = n.number
from (select id, row_number() over (partition by project_id order by created_at, id) as number
  from settlement_statements) n
where n.id = s.id;
alter table settlement_statements enable trigger user;
alter table settlement_statements alter column number set not null;
create unique index settlement_statements_number on settlement_statements (project_id, number);
create function number_statement() returns trigger language plpgsql as $$
begin
  perform from projects where id = new.project_id for no key update;
  select coalesce(max(number), 0) + 1 into new.number
  from settlement_statements where project_id = new.project_id;
  return new;
end $$;
create trigger settlement_statements_number before insert on settlement_statements
  for each row execute function number_statement();
`

// For the lists, in the order of each.
//
// - wallets_tokens: by the total of tokens.
// - bonus_codes_usd: by what the codes have brought.
// - transactions_unusual, _voided, _no_hash: few rows each.
// - transactions_key: what one key has sent.
// - transactions_stage, transactions_ended: as before, and whether a purchase counts.
const LISTS = `
create index wallets_tokens on wallets
  (project_id, (purchased_tokens + bonus_tokens + credited_tokens) desc, wallet_address desc);
create index bonus_codes_usd on bonus_codes (project_id, usd desc, id desc);
create index transactions_unusual on transactions (project_id, created_at desc, id desc)
  where price_is_unusual;
create index transactions_voided on transactions (project_id, created_at desc, id desc)
  where voided_at is not null;
create index transactions_no_hash on transactions (project_id, created_at desc, id desc)
  where transaction_hash is null;
drop index transactions_stage;
create index transactions_stage on transactions (project_id, stage_name, created_at desc, id desc)
  include (status, payment_token_name, voided_at);
drop index transactions_ended;
create index transactions_ended on transactions (project_id, updated_at)
  include (status, voided_at) where status in ('completed', 'failed', 'expired');
create index transactions_key on transactions (project_id, received_key_id, created_at desc, id desc)
  where received_key_id is not null;
create index transactions_country on transactions (project_id, country);
create index transactions_referrer on transactions (project_id, referrer);
create index transactions_utm_source on transactions (project_id, utm_source);
create index transactions_utm_medium on transactions (project_id, utm_medium);
drop index transactions_source;
create unique index transactions_source on transactions (project_id, source_id text_pattern_ops)
  where source_id is not null;
create index leads_mobile on leads (project_id, lower(mobile) text_pattern_ops)
  include (mobile, created_at, id);
analyze leads;
`

// Links to a chain's explorer, and the kind of alert about prices.
const PROJECTS_AND_ALERTS = `
alter table projects add column explorers jsonb not null default '[]';
alter table alert_rules
  drop constraint alert_rules_kind_check,
  add constraint alert_rules_kind_check check (kind in ('purchase_over', 'milestone', 'quiet', 'failing',
    'code_ending', 'ingest_refused', 'price_unusual', 'credit_over', 'new_device'));
`

export const name = '040-correction-triggers'

/** Voided purchases, reversed credits, successors of wallets, the sums of wallets and codes, numbers of statements. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(LOCKS).execute(db)
  // With the columns that the statements below use.
  await installTriggers(db)
  for (const statements of [
    PURCHASES,
    CREDITS,
    REVERSALS,
    SUCCESSORS,
    APPROVALS,
    RECORDS_OF_THEM,
    PROJECTS_AND_ALERTS,
    SUMS,
    ALL_PURCHASES,
    LISTS,
    STATEMENTS,
  ])
    await sql.raw(statements).execute(db)
}
