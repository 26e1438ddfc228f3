import { sql, type Kysely } from 'kysely'
import { lockTables } from './lock-tables.ts'

// Every table that this and the next migrations change, at once. Tables that get only indexes stay
// readable.
const LOCKS = lockTables(`
      lock table bonus_codes, wallets, leads in share row exclusive mode;
      lock table transactions, bonus_transactions, referral_payouts, manual_transactions, audit_log
        in access exclusive mode;`)

// One row per event of a purchase, whichever order they arrive in; the purchase's own row has only the
// newest. Events of one time and status are one row. The key is also the only index, in the order in
// which a history is read.
//
// Rows are never changed, and only deleted with their purchase: at that time the cascade no longer
// finds the purchase.
const STATUS_CHANGES = `
alter table transactions add column status_reason text;

create table status_changes (
  transaction_id bigint not null references transactions on delete cascade,
  at timestamptz not null,
  status text not null,
  reason text,
  primary key (transaction_id, at, status)
);

create function refuse_history_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from transactions where id = old.transaction_id) then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger status_changes_append_only before update or delete on status_changes
  for each row execute function refuse_history_change();
create trigger status_changes_keep before truncate on status_changes
  for each statement execute function refuse_change();
`

// The purchases that exist get the time of this migration: what happened to them before was not
// recorded. PostgreSQL stores such a default once for all rows, so no row is rewritten. Now() is the
// start of the transaction, from before the wait for the locks.
//
// Ingestion says that it records, and stores null or the time of an import. Rows of any other writer (a
// process of the earlier version, or an operator) get the time of their last change.
const HISTORY_SINCE = `
do $$
begin
  execute format('alter table transactions add column history_since timestamptz default %L',
    clock_timestamp());
end $$;
alter table transactions alter column history_since set default now();

create function set_history_since() returns trigger language plpgsql as $$
begin
  new.history_since := clock_timestamp();
  return new;
end $$;
create trigger history_since before update on transactions for each row
  when (old.status is distinct from new.status
    and current_setting('saleroom.records_history', true) is distinct from 'on')
  execute function set_history_since();
`

// The unique index also refuses a second credit that two requests add at once. A payout counts in the
// figures at once; the sender's id of its purchase waits in source_id until the purchase arrives.
const REFERENCES = `
alter table manual_transactions add column transaction_id bigint references transactions;
create unique index manual_transactions_transaction on manual_transactions (transaction_id)
  where transaction_id is not null;

alter table referral_payouts add column source_id text collate "C";
create index referral_payouts_waiting on referral_payouts (project_id, source_id)
  where transaction_id is null and source_id is not null;
`

// What the page of a wallet reads, in the order of its timeline.
const WALLET_PAGE = `
create index bonus_transactions_newest
  on bonus_transactions (project_id, wallet_address, created_at desc, id desc);
drop index bonus_transactions_wallet;
create index referral_payouts_wallet
  on referral_payouts (project_id, wallet_address, created_at desc, id desc);
create index wallets_referred
  on wallets (project_id, referred_by, created_at desc, wallet_address desc)
  where referred_by is not null;
create index leads_wallet on leads (project_id, wallet_address, created_at desc, id desc)
  where wallet_address is not null;
create index audit_log_object on audit_log (object_type, object_id, created_at desc, id desc)
  where object_id is not null;
`

export const name = '019-history'

/** The status history of purchases, and the purchases of payouts and credits. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statements of [LOCKS, STATUS_CHANGES, HISTORY_SINCE, REFERENCES, WALLET_PAGE])
    await sql.raw(statements).execute(db)
}
