import {
  BUCKET_OF,
  DIMENSIONS,
  LEVEL,
  SOURCE,
  SOURCE_ROWS,
  type Level,
  type Source,
} from '#server/db/rollups/definition.ts'

// Triggers that keep the rollups in the transaction that writes the rows. Upserts are sorted by key,
// so two statements never deadlock on them.

const bucketRows = (levels: readonly Level[]) =>
  levels.map((level) => `('${level}'::"char", ${BUCKET_OF[level]('at')})`).join(',\n    ')

const THIRDS = Object.values(DIMENSIONS).flatMap(({ number, hasThirds }) =>
  hasThirds ? [number] : [],
)

/** Functions that assign a row to its buckets and keys. */
export const ROLLUP_KEYS = `
create or replace function sale_label(label text, longest integer) returns text
language sql immutable as $$
  select coalesce(nullif(left(label, longest), ''), 'unknown')
$$;

create or replace function third_of_month(at timestamptz) returns timestamptz
language sql immutable as $$
  select (date_trunc('month', at at time zone 'UTC') + interval '10 days'
    * least(2, (extract(day from at at time zone 'UTC')::integer - 1) / 10)) at time zone 'UTC'
$$;

create or replace function time_rollup_keys(at timestamptz)
returns table (level "char", bucket timestamptz) language sql immutable as $$
  values
    ${bucketRows([LEVEL.quarterHour, LEVEL.hour, LEVEL.day, LEVEL.month])}
$$;

create or replace function dimension_rollup_keys(
  at timestamptz, country text, payment_token_name text, referrer text,
  utm_source text, utm_medium text)
returns table (dimension smallint, level "char", bucket timestamptz, k1 text, k2 text, k3 text)
language sql immutable as $$
  select d.dimension, l.level, l.bucket, d.k1, d.k2, d.k3
  from (values
    ${Object.values(DIMENSIONS)
      .map(({ number, keys }) => `(${number}::smallint, ${keys.join(', ')})`)
      .join(',\n    ')}
  ) d (dimension, k1, k2, k3)
  cross join (values
    ${bucketRows([LEVEL.day, LEVEL.third, LEVEL.month, LEVEL.allTime])}
  ) l (level, bucket)
  where l.level <> '${LEVEL.third}' or d.dimension in (${THIRDS.join(', ')})
$$;
`

const { counted: COUNTED } = SOURCE_ROWS[SOURCE.purchases]

const deposits = (place: number) => `sum(case t.deposit_class when ${place} then t.sign else 0 end)`

/** The upsert of purchases: `rows` selects transactions with a sign of 1 or -1. */
const upsertPurchases = (rows: string) => `
    insert into time_rollups as r (project_id, source, level, bucket, n, amount,
      first_deposits, second_deposits, third_deposits)
    select t.project_id, '${SOURCE.purchases}'::"char", k.level, k.bucket,
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

const signedPurchases = (table: string, sign: 1 | -1) =>
  `select ${sign} sign, * from ${table} where ${COUNTED}`

const ADD_PURCHASES = `
create or replace function add_purchases() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if not exists (select from new_rows where ${COUNTED}) then return null; end if;
    ${upsertPurchases(signedPurchases('new_rows', 1))}
  elsif tg_op = 'DELETE' then
    ${upsertPurchases(signedPurchases('old_rows', -1))}
  else
    ${upsertPurchases(`${signedPurchases('new_rows', 1)} union all ${signedPurchases('old_rows', -1)}`)}
  end if;
  return null;
end $$;
`

const upsertRows = (source: Source, rows: string) => `
    insert into time_rollups as r (project_id, source, level, bucket, n, amount)
    select t.project_id, '${source}'::"char", k.level, k.bucket, sum(t.sign), sum(t.sign * t.amount)
    from (${rows}) t cross join lateral time_rollup_keys(t.created_at) k
    group by 1, 2, 3, 4
    having sum(t.sign) <> 0 or sum(t.sign * t.amount) <> 0
    order by 1, 2, 3, 4
    on conflict (project_id, source, level, bucket)
    do update set n = r.n + excluded.n, amount = r.amount + excluded.amount;`

const signedRows = (source: Source, table: string, sign: 1 | -1) =>
  `select ${sign} sign, project_id, created_at, ${SOURCE_ROWS[source].amount} amount from ${table}`

const addRows = (name: string, source: Source) => `
create or replace function ${name}() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then ${upsertRows(source, signedRows(source, 'new_rows', 1))}
  elsif tg_op = 'DELETE' then ${upsertRows(source, signedRows(source, 'old_rows', -1))}
  else ${upsertRows(source, `${signedRows(source, 'new_rows', 1)} union all ${signedRows(source, 'old_rows', -1)}`)}
  end if;
  return null;
end $$;
`

// Every purchase updates its wallet, but few of these updates change the rollups. A condition on the
// row costs less than a check of each statement's rows.
const MOVE_REGISTRATION = `
create or replace function move_registration() returns trigger language plpgsql as $$
begin ${upsertRows(SOURCE.registrations, `${signedRows(SOURCE.registrations, '(select new.*) n', 1)} union all ${signedRows(SOURCE.registrations, '(select old.*) o', -1)}`)}
  return null;
end $$;
`

/** PostgreSQL runs the triggers of one event in the order of their names. */
export const onEachStatement = (table: string, name: string, callee: string) => `
create or replace trigger ${name}_insert after insert on ${table} referencing new table as new_rows
  for each statement execute function ${callee}();
create or replace trigger ${name}_update after update on ${table}
  referencing old table as old_rows new table as new_rows
  for each statement execute function ${callee}();
create or replace trigger ${name}_delete after delete on ${table}
  referencing old table as old_rows for each statement execute function ${callee}();
`

// Transactions refer to wallets, so a wallet is always stored before its purchases.
const TRIGGERS = `
${onEachStatement('transactions', 'rollup', 'add_purchases')}
create or replace trigger rollup_insert after insert on wallets referencing new table as new_rows
  for each statement execute function add_registrations();
create or replace trigger rollup_delete after delete on wallets referencing old table as old_rows
  for each statement execute function add_registrations();
create or replace trigger rollup_update after update on wallets for each row
  when (old.created_at <> new.created_at or old.project_id <> new.project_id
    or (old.first_purchase_at is null) <> (new.first_purchase_at is null))
  execute function move_registration();
${onEachStatement('referral_payouts', 'rollup', 'add_payouts')}

create or replace function refuse_truncate() returns trigger language plpgsql as $$
begin
  raise exception '% is summed row by row: delete its rows instead', tg_table_name
    using errcode = 'restrict_violation';
end $$;
${Object.values(SOURCE_ROWS)
  .map(
    ({ table }) => `
create or replace trigger rollup_truncate before truncate on ${table}
  for each statement execute function refuse_truncate();`,
  )
  .join('')}
`

export const ROLLUP_SUMS = [
  ADD_PURCHASES,
  addRows('add_registrations', SOURCE.registrations),
  MOVE_REGISTRATION,
  addRows('add_payouts', SOURCE.payouts),
  TRIGGERS,
].join('')
