import { sql, type Kysely } from 'kysely'

// Sums that are kept in the same transaction as the rows they sum, whoever writes those rows.
//
// time_rollups: what happened when. source p purchases (amount in USD), r registrations (amount:
// how many of them have bought), y referral payouts (amount in USD); level q 15 minutes, h hour,
// d day, m month, in UTC. 15 minutes is the finest step of any time zone's offset. Of purchases it
// counts their wallets' first, second and third too: four classes of which one is the rest.
// dimension_rollups: purchases by country, currency, ...; level d day, m month (UTC), a all time;
// UTM Plus, which has the most rows, by t thirds of a month (from the 1st, 11th and 21st) as well.
//
// Upserts are sorted by key, so that two statements never wait for each other in a circle.
const TABLES = `
create table time_rollups (
  project_id text not null,
  source "char" not null,
  level "char" not null,
  bucket timestamptz not null,
  n bigint not null,
  amount numeric not null,
  first_deposits bigint not null default 0,
  second_deposits bigint not null default 0,
  third_deposits bigint not null default 0,
  primary key (project_id, source, level, bucket)
) with (fillfactor = 80);

create table dimension_rollups (
  project_id text not null,
  dimension smallint not null,
  level "char" not null,
  bucket timestamptz not null,
  k1 text not null,
  k2 text not null,
  k3 text not null,
  n bigint not null,
  amount numeric not null,
  primary key (project_id, dimension, level, bucket, k1, k2, k3)
) with (fillfactor = 80);

-- Every purchase updates its wallet, in a column that no index has.
alter table wallets set (fillfactor = 85);

alter table transactions
  add constraint transactions_wallet_known foreign key (project_id, wallet_address) references wallets;
`

// A key is cut to what fits an index row; nothing and blank are one label.
const KEYS = `
create function sale_label(label text, longest integer) returns text language sql immutable as $$
  select coalesce(nullif(left(label, longest), ''), 'unknown')
$$;

create function third_of_month(at timestamptz) returns timestamptz language sql immutable as $$
  select (date_trunc('month', at at time zone 'UTC') + interval '10 days'
    * least(2, (extract(day from at at time zone 'UTC')::integer - 1) / 10)) at time zone 'UTC'
$$;

create function time_rollup_keys(at timestamptz)
returns table (level "char", bucket timestamptz) language sql immutable as $$
  values
    ('q'::"char", date_bin('15 minutes', at, '2000-01-01 00:00Z')),
    ('h'::"char", date_bin('1 hour', at, '2000-01-01 00:00Z')),
    ('d'::"char", date_bin('1 day', at, '2000-01-01 00:00Z')),
    ('m'::"char", date_trunc('month', at at time zone 'UTC') at time zone 'UTC')
$$;

create function dimension_rollup_keys(
  at timestamptz, country text, currency text, referrer text,
  utm_source text, utm_medium text)
returns table (dimension smallint, level "char", bucket timestamptz, k1 text, k2 text, k3 text)
language sql immutable as $$
  select d.dimension, l.level, l.bucket, d.k1, d.k2, d.k3
  from (values
    (1::smallint, sale_label(country, 160), '', ''),
    (2::smallint, sale_label(currency, 160), '', ''),
    (3::smallint, sale_label(referrer, 500), '', ''),
    (4::smallint, sale_label(utm_source, 160), '', ''),
    (5::smallint, sale_label(utm_source, 160), sale_label(utm_medium, 160), sale_label(country, 160))
  ) d (dimension, k1, k2, k3)
  cross join (values
    ('d'::"char", date_bin('1 day', at, '2000-01-01 00:00Z')),
    ('t'::"char", third_of_month(at)),
    ('m'::"char", date_trunc('month', at at time zone 'UTC') at time zone 'UTC'),
    ('a'::"char", '-infinity'::timestamptz)
  ) l (level, bucket)
  where l.level <> 't' or d.dimension = 5
$$;
`

const deposits = (place: number) => `sum(case t.deposit_class when ${place} then t.sign else 0 end)`

/** The upsert of purchases: `rows` selects transactions with a sign of 1 or -1. */
const addPurchases = (rows: string) => `
    insert into time_rollups as r (project_id, source, level, bucket, n, amount,
      first_deposits, second_deposits, third_deposits)
    select t.project_id, 'p'::"char", k.level, k.bucket,
      sum(t.sign), sum(t.sign * t.payment_usd_amount), ${[1, 2, 3].map(deposits).join(', ')}
    from (${rows}) t cross join lateral time_rollup_keys(t.created_at) k
    group by 1, 2, 3, 4
    having sum(t.sign) <> 0 or sum(t.sign * t.payment_usd_amount) <> 0
      or ${[1, 2, 3].map((place) => `${deposits(place)} <> 0`).join(' or ')}
    order by 1, 2, 3, 4
    on conflict (project_id, source, level, bucket)
    do update set n = r.n + excluded.n, amount = r.amount + excluded.amount,
      first_deposits = r.first_deposits + excluded.first_deposits,
      second_deposits = r.second_deposits + excluded.second_deposits,
      third_deposits = r.third_deposits + excluded.third_deposits;

    insert into dimension_rollups as r
      (project_id, dimension, level, bucket, k1, k2, k3, n, amount)
    select t.project_id, k.dimension, k.level, k.bucket, k.k1, k.k2, k.k3,
      sum(t.sign), sum(t.sign * t.payment_usd_amount)
    from (${rows}) t cross join lateral dimension_rollup_keys(t.created_at, t.country,
      t.payment_token_name, t.referrer, t.utm_source, t.utm_medium) k
    group by 1, 2, 3, 4, 5, 6, 7
    having sum(t.sign) <> 0 or sum(t.sign * t.payment_usd_amount) <> 0
    order by 1, 2, 3, 4, 5, 6, 7
    on conflict (project_id, dimension, level, bucket, k1, k2, k3)
    do update set n = r.n + excluded.n, amount = r.amount + excluded.amount;`

const signed = (table: string, sign: 1 | -1) =>
  `select ${sign} sign, * from ${table} where status = 'completed'`

const PURCHASES = `
create function add_purchases() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if not exists (select from new_rows where status = 'completed') then return null; end if;
    ${addPurchases(signed('new_rows', 1))}
  elsif tg_op = 'DELETE' then
    ${addPurchases(signed('old_rows', -1))}
  else
    ${addPurchases(`${signed('new_rows', 1)} union all ${signed('old_rows', -1)}`)}
  end if;
  return null;
end $$;
`

// A deposit class is the place of a completed purchase in its wallet's history, by created_at and
// id. Writers of one wallet wait for each other at the wallet's row. The class that is set before a
// row is stored is right for the usual case, a purchase later than all others of its wallet;
// whatever else happened is put right after the statement.
//
// Before that the writers of one project's purchases take turns. They would meet at its sums
// anyway; taking turns first, they don't wait for each other in a circle, which PostgreSQL notices
// only after a second. (Whoever updates or deletes several rows at once holds the first before his
// turn, and may still lose a deadlock.)
const CLASSES = `
create function take_turn(project text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('sales:' || project, 0))
$$;

create function lock_wallets(projects text[], addresses text[]) returns void language plpgsql as $$
begin
  perform from wallets w
    join (select distinct * from unnest(projects, addresses) x (project_id, wallet_address)) x
      using (project_id, wallet_address)
    order by w.project_id, w.wallet_address for no key update of w;
end $$;

create function recount_wallets(projects text[], addresses text[]) returns void
language plpgsql as $$
begin
  perform lock_wallets(projects, addresses);
  update transactions t set deposit_class = s.class
  from (
    select t.id, t.deposit_class, case when t.status = 'completed' then least(4, row_number() over (
      partition by t.project_id, t.wallet_address, t.status = 'completed'
      order by t.created_at, t.id)) end::smallint class
    from (select distinct * from unnest(projects, addresses) x (project_id, wallet_address)) x
    join transactions t using (project_id, wallet_address)
  ) s
  where t.id = s.id and s.deposit_class is distinct from s.class;

  update wallets w set purchase_count = s.n, first_purchase_at = s.first
  from (
    select x.project_id, x.wallet_address, count(t.id) n, min(t.created_at) first
    from (select distinct * from unnest(projects, addresses) x (project_id, wallet_address)) x
    left join transactions t on t.project_id = x.project_id
      and t.wallet_address = x.wallet_address and t.status = 'completed'
    group by 1, 2
  ) s
  where w.project_id = s.project_id and w.wallet_address = s.wallet_address
    and (w.purchase_count, w.first_purchase_at) is distinct from (s.n, s.first);
end $$;

create function class_purchase() returns trigger language plpgsql as $$
declare purchases integer;
begin
  if new.status <> 'completed' then
    if tg_op = 'UPDATE' then perform take_turn(new.project_id); end if;
    new.deposit_class := null;
    return new;
  end if;
  perform take_turn(new.project_id);
  select w.purchase_count into purchases from wallets w
    where w.project_id = new.project_id and w.wallet_address = new.wallet_address
    for no key update;
  new.deposit_class := least(4, coalesce(purchases, 0) + 1);
  return new;
end $$;

create function count_purchases() returns trigger language plpgsql as $$
declare projects text[]; addresses text[];
begin
  if tg_op = 'INSERT' then
    update wallets w
      set purchase_count = w.purchase_count + s.n, first_purchase_at = least(w.first_purchase_at, s.first)
      from (select project_id, wallet_address, count(*) n, min(created_at) first
        from new_rows where status = 'completed' group by 1, 2 order by 1, 2) s
      where w.project_id = s.project_id and w.wallet_address = s.wallet_address;
    select array_agg(project_id), array_agg(wallet_address) into projects, addresses from (
      select n.project_id, n.wallet_address from new_rows n where n.status = 'completed'
        and exists (select from transactions t where t.project_id = n.project_id
          and t.wallet_address = n.wallet_address and t.status = 'completed'
          and (t.created_at, t.id) > (n.created_at, n.id))) x;
  elsif tg_op = 'DELETE' then
    select array_agg(project_id), array_agg(wallet_address) into projects, addresses
      from old_rows where status = 'completed';
  else
    select array_agg(project_id), array_agg(wallet_address) into projects, addresses from (
      (select project_id, wallet_address, id, created_at from new_rows where status = 'completed'
        except
        select project_id, wallet_address, id, created_at from old_rows where status = 'completed')
      union all
      (select project_id, wallet_address, id, created_at from old_rows where status = 'completed'
        except
        select project_id, wallet_address, id, created_at from new_rows where status = 'completed')
    ) x;
  end if;
  if projects is not null then perform recount_wallets(projects, addresses); end if;
  return null;
end $$;
`

const SINGLE = (name: string, source: string, rows: (table: string, sign: 1 | -1) => string) => `
create function ${name}() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then ${addSingle(source, rows('new_rows', 1))}
  elsif tg_op = 'DELETE' then ${addSingle(source, rows('old_rows', -1))}
  else ${addSingle(source, `${rows('new_rows', 1)} union all ${rows('old_rows', -1)}`)}
  end if;
  return null;
end $$;
`

const addSingle = (source: string, rows: string) => `
    insert into time_rollups as r (project_id, source, level, bucket, n, amount)
    select t.project_id, '${source}'::"char", k.level, k.bucket, sum(t.sign), sum(t.sign * t.amount)
    from (${rows}) t cross join lateral time_rollup_keys(t.created_at) k
    group by 1, 2, 3, 4
    having sum(t.sign) <> 0 or sum(t.sign * t.amount) <> 0
    order by 1, 2, 3, 4
    on conflict (project_id, source, level, bucket)
    do update set n = r.n + excluded.n, amount = r.amount + excluded.amount;`

// Every purchase updates its wallet, and hardly any of these updates matters here: a condition on
// the row costs less than a look at each statement's rows.
const REGISTRATIONS = `
${SINGLE(
  'add_registrations',
  'r',
  (table, sign) => `select ${sign} sign, project_id, created_at,
      (first_purchase_at is not null)::integer amount from ${table}`,
)}
create function move_registration() returns trigger language plpgsql as $$
begin ${addSingle(
  'r',
  `select 1 sign, new.project_id, new.created_at,
      (new.first_purchase_at is not null)::integer amount
    union all select -1, old.project_id, old.created_at, (old.first_purchase_at is not null)::integer`,
)}
  return null;
end $$;
`
const PAYOUTS = SINGLE(
  'add_payouts',
  'y',
  (table, sign) =>
    `select ${sign} sign, project_id, created_at, amount_before_gas amount from ${table}`,
)

/** `name` sorts the triggers of one event: PostgreSQL runs them by name. */
const onRows = (table: string, name: string, callee: string) => `
create trigger ${name}_insert after insert on ${table} referencing new table as new_rows
  for each statement execute function ${callee}();
create trigger ${name}_update after update on ${table}
  referencing old table as old_rows new table as new_rows
  for each statement execute function ${callee}();
create trigger ${name}_delete after delete on ${table} referencing old table as old_rows
  for each statement execute function ${callee}();
`

// A wallet that is stored after its purchases can't be: transactions refer to wallets.
const TRIGGERS = `
create trigger class_insert before insert on transactions
  for each row execute function class_purchase();
create trigger class_update before update on transactions for each row
  when (old.status is distinct from new.status)
  execute function class_purchase();
${onRows('transactions', 'rollup', 'add_purchases')}
${onRows('transactions', 'wallet_count', 'count_purchases')}
create trigger rollup_insert after insert on wallets referencing new table as new_rows
  for each statement execute function add_registrations();
create trigger rollup_delete after delete on wallets referencing old table as old_rows
  for each statement execute function add_registrations();
create trigger rollup_update after update on wallets for each row
  when (old.created_at <> new.created_at or old.project_id <> new.project_id
    or (old.first_purchase_at is null) <> (new.first_purchase_at is null))
  execute function move_registration();
${onRows('referral_payouts', 'rollup', 'add_payouts')}

create function refuse_truncate() returns trigger language plpgsql as $$
begin
  raise exception '% is summed row by row: delete its rows instead', tg_table_name
    using errcode = 'restrict_violation';
end $$;
create trigger rollup_truncate before truncate on transactions
  for each statement execute function refuse_truncate();
create trigger rollup_truncate before truncate on wallets
  for each statement execute function refuse_truncate();
create trigger rollup_truncate before truncate on referral_payouts
  for each statement execute function refuse_truncate();
`

export const name = '002-rollups'

/** Rollups of purchases, registrations and payouts, kept by triggers, and the deposit classes. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statements of [TABLES, KEYS, PURCHASES, CLASSES, REGISTRATIONS, PAYOUTS, TRIGGERS]) {
    await sql.raw(statements).execute(db)
  }
}
