import {
  BUCKET_OF,
  dimensionsOf,
  FURTHER_SUMS,
  isConverted,
  isCounted,
  LEVEL,
  SOURCE,
  SOURCE_ROWS,
  type FurtherSum,
  type Level,
  type Source,
} from '#server/db/rollups/definition.ts'

// Triggers that keep the rollups in the transaction that writes the rows. Upserts are sorted by key,
// so two statements never deadlock on them.

const bucketRows = (levels: readonly Level[]) =>
  levels.map((level) => `('${level}'::"char", ${BUCKET_OF[level]('at')})`).join(',\n    ')

/** The numbers of the dimensions of a source that have thirds of a month. */
const withThirds = (source: Source) =>
  dimensionsOf(source).flatMap(({ number, hasThirds }) => (hasThirds ? [number] : []))

/** The keys of a row in each dimension of a source. */
const keysFunction = (name: string, source: Source, columns: readonly string[]) => `
create or replace function ${name}(
  at timestamptz, ${columns.map((column) => `${column} text`).join(', ')})
returns table (dimension smallint, level "char", bucket timestamptz, k1 text, k2 text, k3 text)
language sql immutable as $$
  select d.dimension, l.level, l.bucket, d.k1, d.k2, d.k3
  from (values
    ${dimensionsOf(source)
      .map(({ number, keys }) => `(${number}::smallint, ${keys.join(', ')})`)
      .join(',\n    ')}
  ) d (dimension, k1, k2, k3)
  cross join (values
    ${bucketRows([LEVEL.day, LEVEL.third, LEVEL.month, LEVEL.allTime])}
  ) l (level, bucket)
  where (l.level <> '${LEVEL.third}' or d.dimension in (${withThirds(source).join(', ')}))
    and d.k1 is not null
$$;
`
const PURCHASE_COLUMNS = [
  'country',
  'payment_token_name',
  'referrer',
  'utm_source',
  'utm_medium',
  'proof_state',
]
const REGISTRATION_COLUMNS = ['country', 'utm_source', 'utm_medium']

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

${keysFunction('dimension_rollup_keys', SOURCE.purchases, PURCHASE_COLUMNS)}
${keysFunction('registration_rollup_keys', SOURCE.registrations, REGISTRATION_COLUMNS)}
`

const deposits = (place: number) => `sum(case t.deposit_class when ${place} then t.sign else 0 end)`

/** The sum of what rows add to one of the further sums, in the dimensions that have it. */
function furtherSum(source: Source, name: FurtherSum): string {
  const having = dimensionsOf(source).filter(({ further }) => further[name] !== undefined)
  const [first] = having
  if (first === undefined) return '0'
  const numbers = having.map(({ number }) => number).join(', ')
  return `sum(case when k.dimension in (${numbers}) then t.sign * ${first.further[name]} else 0 end)`
}

/** The upsert of each dimension of a source: `rows` selects its raw rows with a sign of 1 or -1. */
function upsertDimensions(source: Source, rows: string, amount: string): string {
  const isPurchase = source === SOURCE.purchases
  const keys = isPurchase ? 'dimension_rollup_keys' : 'registration_rollup_keys'
  const columns = isPurchase ? PURCHASE_COLUMNS : REGISTRATION_COLUMNS
  const sums = [
    'sum(t.sign)',
    `sum(t.sign * t.${amount})`,
    ...FURTHER_SUMS.map((name) => furtherSum(source, name)),
  ]
  const names = ['n', 'amount', ...FURTHER_SUMS]
  return `
    insert into dimension_rollups as r
      (project_id, dimension, level, bucket, k1, k2, k3, ${names.join(', ')})
    select t.project_id, k.dimension, k.level, k.bucket, k.k1, k.k2, k.k3, ${sums.join(', ')}
    from (${rows}) t cross join lateral ${keys}(t.created_at, ${columns.map((column) => `t.${column}`).join(', ')}) k
    group by 1, 2, 3, 4, 5, 6, 7
    having ${sums.map((sum) => `${sum} <> 0`).join(' or ')}
    order by 1, 2, 3, 4, 5, 6, 7
    on conflict (project_id, dimension, level, bucket, k1, k2, k3)
    do update set ${names.map((name) => `${name} = r.${name} + excluded.${name}`).join(', ')};`
}

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

${upsertDimensions(SOURCE.purchases, rows, 'payment_usd_amount')}`

const signedPurchases = (table: string, sign: 1 | -1) =>
  `select ${sign} sign, * from ${table} where ${isCounted('')}`

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
  `select ${sign} sign, project_id, created_at, ${SOURCE_ROWS[source].amount} amount
    from ${table} where ${SOURCE_ROWS[source].counted('')}`

const REFUNDED = SOURCE_ROWS[SOURCE.refunds].counted('')

const ADD_PURCHASES = `
create or replace function add_purchases() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if exists (select from new_rows where ${isCounted('')}) then
      ${upsertPurchases(signedPurchases('new_rows', 1))}
    end if;
    if exists (select from new_rows where ${REFUNDED}) then
      ${upsertRows(SOURCE.refunds, signedRows(SOURCE.refunds, 'new_rows', 1))}
    end if;
    ${upsertRows(SOURCE.all, signedRows(SOURCE.all, 'new_rows', 1))}
  elsif tg_op = 'DELETE' then
    ${upsertPurchases(signedPurchases('old_rows', -1))}
    ${upsertRows(SOURCE.refunds, signedRows(SOURCE.refunds, 'old_rows', -1))}
    ${upsertRows(SOURCE.all, signedRows(SOURCE.all, 'old_rows', -1))}
  else
    ${upsertPurchases(`${signedPurchases('new_rows', 1)} union all ${signedPurchases('old_rows', -1)}`)}
    if exists (select from new_rows where ${REFUNDED} union all select from old_rows where ${REFUNDED}) then
      ${upsertRows(SOURCE.refunds, `${signedRows(SOURCE.refunds, 'new_rows', 1)} union all ${signedRows(SOURCE.refunds, 'old_rows', -1)}`)}
    end if;
    ${upsertRows(SOURCE.all, `${signedRows(SOURCE.all, 'new_rows', 1)} union all ${signedRows(SOURCE.all, 'old_rows', -1)}`)}
  end if;
  return null;
end $$;
`

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

/** Registrations with the columns of their dimensions; `converted` is the amount there. */
const signedRegistrations = (table: string, sign: 1 | -1) =>
  `select ${sign} sign, *, ${isConverted('')}::integer converted from ${table}`

const upsertRegistrations = (rows: (of: typeof signedRegistrations) => string) => `
    ${upsertRows(
      SOURCE.registrations,
      rows((table, sign) => signedRows(SOURCE.registrations, table, sign)),
    )}
    ${upsertDimensions(SOURCE.registrations, rows(signedRegistrations), 'converted')}`

const ADD_REGISTRATIONS = `
create or replace function add_registrations() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then ${upsertRegistrations((of) => of('new_rows', 1))}
  else ${upsertRegistrations((of) => of('old_rows', -1))}
  end if;
  return null;
end $$;
`

// Every purchase updates its wallet, but few of these updates change the rollups. A condition on the
// row costs less than a check of each statement's rows.
const MOVE_REGISTRATION = `
create or replace function move_registration() returns trigger language plpgsql as $$
begin ${upsertRegistrations((of) => `${of('(select new.*) n', 1)} union all ${of('(select old.*) o', -1)}`)}
  return null;
end $$;
`

/** Bonuses with the time of their purchase, if it counts. */
const signedBonuses = (table: string, sign: 1 | -1) =>
  `select ${sign} sign, t.project_id, t.created_at, b.bonus_token_amount amount
    from ${table} b join transactions t on t.id = b.transaction_id where ${isCounted('t.')}`

/** The bonuses of one purchase, as it is or was. */
const bonusesOf = (row: 'new' | 'old', sign: 1 | -1) =>
  `select ${sign} sign, ${row}.project_id, ${row}.created_at, bonus_token_amount amount
    from bonus_transactions where transaction_id = ${row}.id and ${isCounted(`${row}.`)}`

const lockProjects = (rows: string) => `
    perform lock_project_sales(project_id) from (select distinct project_id from ${rows} order by 1) x;`

// The lock is held until the commit, and the statements after it see what was committed before it was
// taken: a bonus and the change of its purchase's status by another transaction both count.
const ADD_BONUSES = `
create or replace view purchase_bonuses as
  select t.project_id, t.created_at, t.status, b.bonus_token_amount, t.voided_at
  from bonus_transactions b join transactions t on t.id = b.transaction_id;

create or replace function add_bonuses() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    ${lockProjects('new_rows')}${upsertRows(SOURCE.bonuses, signedBonuses('new_rows', 1))}
  elsif tg_op = 'DELETE' then
    ${lockProjects('old_rows')}${upsertRows(SOURCE.bonuses, signedBonuses('old_rows', -1))}
  else
    ${lockProjects('new_rows')}${upsertRows(SOURCE.bonuses, `${signedBonuses('new_rows', 1)} union all ${signedBonuses('old_rows', -1)}`)}
  end if;
  return null;
end $$;

create or replace function move_bonuses() returns trigger language plpgsql as $$
begin
  perform lock_project_sales(new.project_id);${upsertRows(SOURCE.bonuses, `${bonusesOf('new', 1)} union all ${bonusesOf('old', -1)}`)}
  return null;
end $$;

create or replace function delete_bonuses() returns trigger language plpgsql as $$
begin
  delete from bonus_transactions where transaction_id = old.id;
  return old;
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
    or (old.first_purchase_at is null) <> (new.first_purchase_at is null)
    or ${isConverted('old.')} <> ${isConverted('new.')}
    or (old.country, old.utm_source, old.utm_medium)
      is distinct from (new.country, new.utm_source, new.utm_medium))
  execute function move_registration();
${onEachStatement('referral_payouts', 'rollup', 'add_payouts')}
${onEachStatement('bonus_transactions', 'rollup', 'add_bonuses')}
create or replace trigger rollup_bonuses after update on transactions for each row
  when (${isCounted('old.')} is distinct from ${isCounted('new.')}
    or (old.created_at, old.project_id) <> (new.created_at, new.project_id))
  execute function move_bonuses();
-- The cascade would delete them when their purchase is gone, and with it the time they count at.
create or replace trigger rollup_bonuses_delete before delete on transactions for each row
  execute function delete_bonuses();

create or replace function refuse_truncate() returns trigger language plpgsql as $$
begin
  raise exception '% is summed row by row: delete its rows instead', tg_table_name
    using errcode = 'restrict_violation';
end $$;
${[...new Set(Object.values(SOURCE_ROWS).map(({ table }) => table))]
  .map(
    (table) => `
create or replace trigger rollup_truncate before truncate on ${table}
  for each statement execute function refuse_truncate();`,
  )
  .join('')}
`

export const ROLLUP_SUMS = [
  ADD_PURCHASES,
  ADD_REGISTRATIONS,
  MOVE_REGISTRATION,
  addRows('add_payouts', SOURCE.payouts),
  ADD_BONUSES,
  TRIGGERS,
].join('')
