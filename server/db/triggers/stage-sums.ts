import { BUCKET_OF, isCounted, LEVEL, SOURCE } from '#server/db/rollups/definition.ts'
import { onEachStatement } from './rollup-sums.ts'

// Sums of purchases by the name of their stage, kept in the transaction that writes the rows. The names of
// a planned stage (stage_names) are added up when they are read; only the buyers of a stage, who may have
// bought under several of its names, and whether a price is the planned one, depend on the plan. Saving a
// plan counts these again (stages/save-plan.ts).

/** Of `stage_rollups`. */
export const STAGE_LEVELS = [LEVEL.quarterHour, LEVEL.day, LEVEL.allTime] as const

/** What JavaScript's `trim` removes. */
const BLANKS = String.raw`\t\n\u000b\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff`

// - stage_key: names of one stage, without regard to case and outer blanks; null for no name.
// - price_digits: USD for one token in 6 significant digits, so that equal prices of rounded amounts meet.
//   The logarithm of a float is exact enough, because next to a power of ten both numbers of places give that
//   power; that of an exact number takes ten times as long as all else.
// - is_off_price: more than 1 % and one unit of the last place of the USD amount (a cent, or less) from the price.
export const STAGE_FUNCTIONS = `
create function stage_key(name text) returns text language sql immutable parallel safe as $$
  select nullif(lower(btrim(name, E'${BLANKS}')), '')
$$;

create function price_digits(usd numeric, tokens numeric) returns numeric
language sql immutable parallel safe as $$
  select case when usd = 0 then 0
    else trim_scale(round(usd / tokens,
      5 - floor(log(usd::float8 / tokens::float8))::integer)) end
$$;

create function is_off_price(usd numeric, tokens numeric, price numeric) returns boolean
language sql immutable parallel safe as $$
  select coalesce(tokens > 0 and abs(usd - tokens * price)
    > tokens * price * 0.01 + ('1e-' || greatest(2, scale(trim_scale(usd))))::numeric, false)
$$;
`

/** The rows of a table of purchases that count in a stage. */
const countedRows = (table: string) => `
  select id, project_id, wallet_address, created_at, stage_key(stage_name) as key,
    payment_usd_amount as usd, tokens_bought as tokens
  from ${table} where ${isCounted('')} and stage_key(stage_name) is not null`

const buckets = STAGE_LEVELS.map(
  (level) => `('${level}'::"char", ${BUCKET_OF[level]('r.created_at')})`,
)

/** Adds `rows`, which have a sign, to `stage_rollups`. */
const addRollups = (rows: string) => `
    insert into stage_rollups as s (project_id, source, key, level, bucket, n, amount, tokens)
    select r.project_id, r.source, r.key, l.level, l.bucket,
      sum(r.sign * r.n), sum(r.sign * r.usd), sum(r.sign * r.tokens)
    from (${rows}) r cross join lateral (values ${buckets.join(', ')}) l (level, bucket)
    group by 1, 2, 3, 4, 5
    having sum(r.sign * r.n) <> 0 or sum(r.sign * r.usd) <> 0 or sum(r.sign * r.tokens) <> 0
    order by 1, 2, 3, 4, 5
    on conflict (project_id, source, key, level, bucket) do update
      set n = s.n + excluded.n, amount = s.amount + excluded.amount,
        tokens = s.tokens + excluded.tokens`

const purchaseRows = `
      select project_id, '${SOURCE.purchases}'::"char" source, key, created_at, sign, 1 n, usd,
        coalesce(tokens, 0) tokens
      from changed`
/** The bonuses of purchases that were there before the statement. */
const bonusRows = `
      select c.project_id, '${SOURCE.bonuses}'::"char" source, c.key, c.created_at, c.sign, 1 n, 0 usd,
        b.bonus_token_amount tokens
      from changed c join bonus_transactions b on b.transaction_id = c.id`

// The statement reads `stage_wallets` as it was before: what a wallet had is compared with what it has.
// `offset 0` keeps the scan of an index for each wallet, where the planner knows nothing of their number.
const addChanged = (signed: string, isUpdate: boolean) => `
    with changed as materialized (${signed}),
    sums as (${addRollups(isUpdate ? `${purchaseRows} union all ${bonusRows}` : purchaseRows)}),
    prices as (
      insert into stage_prices as s (project_id, key, is_off, price, n, amount)
      select c.project_id, c.key, coalesce(is_off_price(c.usd, c.tokens, t.price_usd), false),
        price_digits(c.usd, c.tokens), sum(c.sign), sum(c.sign * c.usd)
      from changed c
      left join stage_names n on n.project_id = c.project_id and n.key = c.key
      left join stages t on t.id = n.stage_id
      where c.tokens > 0
      group by 1, 2, 3, 4 having sum(c.sign) <> 0 or sum(c.sign * c.usd) <> 0
      order by 1, 2, 3, 4
      on conflict (project_id, key, is_off, price) do update
        set n = s.n + excluded.n, amount = s.amount + excluded.amount
    ),
    touched as materialized (
      select project_id, wallet_address, key, sum(sign) n from changed
      group by 1, 2, 3 having sum(sign) <> 0 order by 1, 2, 3
    ),
    counted as (
      insert into stage_wallets as s (project_id, wallet_address, key, n) select * from touched
      on conflict (project_id, wallet_address, key) do update set n = s.n + excluded.n
      returning project_id, wallet_address, key, n
    ),
    names as (
      select c.project_id, c.wallet_address, c.key, coalesce(w.n, 0) > 0 had, c.n > 0 has
      from counted c left join lateral (select n from stage_wallets s where s.project_id = c.project_id
        and s.wallet_address = c.wallet_address and s.key = c.key offset 0) w on true
      union all
      select w.project_id, w.wallet_address, w.key, true, true
      from (select distinct project_id, wallet_address from touched) x
      cross join lateral (select * from stage_wallets s where s.project_id = x.project_id
        and s.wallet_address = x.wallet_address and s.n > 0 offset 0) w
      where (w.project_id, w.wallet_address, w.key) not in (
        select project_id, wallet_address, key from touched)
    ),
    wallets as (
      select x.project_id, coalesce(n.stage_id, 0) stage_id,
        case when n.stage_id is null then x.key else '' end key,
        bool_or(x.has)::integer - bool_or(x.had)::integer change
      from names x left join stage_names n on n.project_id = x.project_id and n.key = x.key
      group by 1, 2, 3, x.wallet_address
    )
    insert into stage_buyers as s (project_id, stage_id, key, buyers)
    select project_id, stage_id, key, sum(change) from wallets
    group by 1, 2, 3 having sum(change) <> 0 order by 1, 2, 3
    on conflict (project_id, stage_id, key) do update set buyers = s.buyers + excluded.buyers;`

const added = `(${countedRows('new_rows')} except ${countedRows('old_rows')})`
const removed = `(${countedRows('old_rows')} except ${countedRows('new_rows')})`

// An insert holds the project's lock already (wallet-counts.ts). An update that changes amounts alone does
// not; what the lock protects is the plan.
const PURCHASES = `
create function add_stage_sales() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then ${addChanged(`select 1 sign, x.* from (${countedRows('new_rows')}) x`, false)}
  elsif tg_op = 'DELETE' then ${addChanged(`select -1 sign, x.* from (${countedRows('old_rows')}) x`, false)}
  elsif exists (select from ${added} x) or exists (select from ${removed} x) then
    perform lock_project_sales(project_id) from (
      select project_id from old_rows union select project_id from new_rows order by 1) x;
    ${addChanged(`select 1 sign, x.* from ${added} x union all select -1, x.* from ${removed} x`, true)}
  end if;
  return null;
end $$;
${onEachStatement('transactions', 'stage_sales', 'add_stage_sales')}
`

/** The bonuses of purchases that count in a stage. */
const signedBonuses = (table: string, sign: 1 | -1) => `
      select t.project_id, '${SOURCE.bonuses}'::"char" source, stage_key(t.stage_name) key,
        t.created_at, ${sign} sign, 1 n, 0 usd, b.bonus_token_amount tokens
      from ${table} b join transactions t on t.id = b.transaction_id
      where ${isCounted('t.')} and stage_key(t.stage_name) is not null`

// Runs after rollup_…, which holds the project's lock.
const BONUSES = `
create function add_stage_bonuses() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then ${addRollups(signedBonuses('new_rows', 1))};
  elsif tg_op = 'DELETE' then ${addRollups(signedBonuses('old_rows', -1))};
  else ${addRollups(`${signedBonuses('new_rows', 1)} union all ${signedBonuses('old_rows', -1)}`)};
  end if;
  return null;
end $$;
${onEachStatement('bonus_transactions', 'stage_bonuses', 'add_stage_bonuses')}
`

export const STAGE_TRIGGERS = PURCHASES + BONUSES
