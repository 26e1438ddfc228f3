import { isCounted, PURCHASE_SUMS } from '#server/db/rollups/definition.ts'
import { onEachStatement } from './rollup-sums.ts'

// The deposit class of a counted purchase is its position in its wallet's history, by created_at and
// id: 1, 2, 3, or 4 for all later ones. Writers of one wallet wait for each other at the wallet's
// row. The class set before a row is stored is right in the usual case, a purchase later than all
// others of its wallet; every other case is corrected after the statement.
//
// Writers of one project's purchases first take a lock of the project. They would meet at the
// project's sums anyway; with the lock they do not deadlock there, which PostgreSQL detects only
// after a second. (A statement that updates or deletes several rows holds the first before it takes
// the lock, so it can still deadlock.)
const DEPOSIT_CLASSES = `
create or replace function lock_project_sales(project text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('sales:' || project, 0))
$$;

create or replace function set_deposit_class() returns trigger language plpgsql as $$
declare purchases integer;
begin
  perform lock_project_sales(new.project_id);
  if not ${isCounted('new.')} then
    new.deposit_class := null;
    return new;
  end if;
  select w.purchase_count into purchases from wallets w
    where w.project_id = new.project_id and w.wallet_address = new.wallet_address
    for no key update;
  new.deposit_class := least(4, coalesce(purchases, 0) + 1);
  return new;
end $$;

create or replace trigger class_insert before insert on transactions
  for each row execute function set_deposit_class();
create or replace trigger class_update before update on transactions for each row
  when (${isCounted('old.')} is distinct from ${isCounted('new.')})
  execute function set_deposit_class();
`

const RECOUNT = `
create or replace function lock_wallets(projects text[], addresses text[]) returns void
language plpgsql as $$
begin
  perform from wallets w
    join (select distinct * from unnest(projects, addresses) x (project_id, wallet_address)) x
      using (project_id, wallet_address)
    order by w.project_id, w.wallet_address for no key update of w;
end $$;

create or replace function recount_wallets(projects text[], addresses text[]) returns void
language plpgsql as $$
begin
  perform lock_wallets(projects, addresses);
  update transactions t set deposit_class = s.class
  from (
    select t.id, t.deposit_class, case when ${isCounted('t.')} then least(4, row_number() over (
      partition by t.project_id, t.wallet_address, ${isCounted('t.')}
      order by t.created_at, t.id)) end::smallint class
    from (select distinct * from unnest(projects, addresses) x (project_id, wallet_address)) x
    join transactions t using (project_id, wallet_address)
  ) s
  where t.id = s.id and s.deposit_class is distinct from s.class;

  update wallets w set purchase_count = s.n, first_purchase_at = s.first, paid_usd = s.usd,
    purchased_tokens = s.tokens
  from (
    select x.project_id, x.wallet_address, ${PURCHASE_SUMS}
    from (select distinct * from unnest(projects, addresses) x (project_id, wallet_address)) x
    left join transactions t on t.project_id = x.project_id
      and t.wallet_address = x.wallet_address and ${isCounted('t.')}
    group by 1, 2
  ) s
  where w.project_id = s.project_id and w.wallet_address = s.wallet_address
    and (w.purchase_count, w.first_purchase_at, w.paid_usd, w.purchased_tokens)
      is distinct from (s.n, s.first, s.usd, s.tokens);
end $$;
`

const purchaseKeys = (table: string) =>
  `select project_id, wallet_address, id, created_at, payment_usd_amount, tokens_bought
    from ${table} where ${isCounted('')}`

// One statement can update some purchases and insert others (INSERT ... ON CONFLICT DO UPDATE). Its
// update trigger runs first and recounts the wallets with all their rows, including those that the
// same statement inserts. So the insert trigger recounts too instead of adding these rows a second
// time. Only a statement that inserts alone adds to the counts without reading the wallet's other
// purchases.
const COUNT_PURCHASES = `
create or replace function count_purchases() returns trigger language plpgsql as $$
declare projects text[]; addresses text[];
begin
  if tg_op = 'INSERT' and current_setting('saleroom.recounted', true) = 'true' then
    select array_agg(project_id), array_agg(wallet_address) into projects, addresses
      from new_rows where ${isCounted('')};
  elsif tg_op = 'INSERT' then
    update wallets w
      set purchase_count = w.purchase_count + s.n, first_purchase_at = least(w.first_purchase_at, s.first),
        paid_usd = w.paid_usd + s.usd, purchased_tokens = w.purchased_tokens + s.tokens
      from (select t.project_id, t.wallet_address, ${PURCHASE_SUMS}
        from new_rows t where ${isCounted('t.')} group by 1, 2 order by 1, 2) s
      where w.project_id = s.project_id and w.wallet_address = s.wallet_address;
    select array_agg(project_id), array_agg(wallet_address) into projects, addresses from (
      select n.project_id, n.wallet_address from new_rows n where ${isCounted('n.')}
        and exists (select from transactions t where t.project_id = n.project_id
          and t.wallet_address = n.wallet_address and ${isCounted('t.')}
          and (t.created_at, t.id) > (n.created_at, n.id))) x;
  elsif tg_op = 'DELETE' then
    select array_agg(project_id), array_agg(wallet_address) into projects, addresses
      from old_rows where ${isCounted('')};
  else
    select array_agg(project_id), array_agg(wallet_address) into projects, addresses from (
      (${purchaseKeys('new_rows')} except ${purchaseKeys('old_rows')})
      union all
      (${purchaseKeys('old_rows')} except ${purchaseKeys('new_rows')})
    ) x;
  end if;
  if projects is not null then
    perform recount_wallets(projects, addresses);
    perform set_config('saleroom.recounted', (tg_op <> 'INSERT')::text, true);
  end if;
  return null;
end $$;
${onEachStatement('transactions', 'wallet_count', 'count_purchases')}
`

export const WALLET_COUNTS = [DEPOSIT_CLASSES, RECOUNT, COUNT_PURCHASES].join('')
