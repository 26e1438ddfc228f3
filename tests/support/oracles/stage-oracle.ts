import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import { trimDecimal } from '#src/domain/money/decimals.ts'
import { keyOf, type ModelPlan, type ModelStage } from './stage-sale.ts'

// The expected figures of stages, computed with plain SQL over the raw rows. It uses none of the server's
// rollups and functions, and compares names in JavaScript.

interface Options {
  zone: string
  days: number
  now: Date
}

/** The names that purchases of a project carry, by the stage that has them, else by their key. */
export async function writtenNames(
  db: Db,
  project: string,
  { stages }: Pick<ModelPlan, 'stages'>,
): Promise<{ planned: Map<ModelStage, string[]>; unplanned: Map<string, string[]> }> {
  const { rows } = await sql<{ stage_name: string }>`
    select distinct stage_name from transactions
    where project_id = ${project} and stage_name is not null`.execute(db)
  const planned = new Map(stages.map((stage) => [stage, [] as string[]]))
  const unplanned = new Map<string, string[]>()
  for (const { stage_name } of rows) {
    const key = keyOf(stage_name)
    if (key === '') continue
    const stage = stages.find(({ names }) => names.some((name) => keyOf(name) === key))
    if (stage) planned.get(stage)?.push(stage_name)
    else unplanned.set(key, [...(unplanned.get(key) ?? []), stage_name])
  }
  return { planned, unplanned }
}

/** Counted purchases with what they add to `sold`. */
const counted = (project: string, plan: ModelPlan) => sql`
  select t.*, coalesce(tokens_bought, 0) + case when ${plan.count_bonuses} = 1 then (
    select coalesce(sum(bonus_token_amount), 0) from bonus_transactions as b
    where b.transaction_id = t.id) else 0 end as sold
  from transactions as t
  where project_id = ${project} and status = 'completed' and voided_at is null`

/** SQL: whether a purchase differs by more than 1 % and one unit of its last place, at most a cent. */
const isOffPrice = (price: string | null) => sql`
  (tokens_bought > 0 and abs(payment_usd_amount - tokens_bought * ${price}::numeric)
    > 0.01 * tokens_bought * ${price}::numeric
      + trunc(1 / power(10::numeric, greatest(2, scale(trim_scale(payment_usd_amount)))), 18))`

/** SQL: the median of the prices of `rows`, each with 6 significant digits. */
const median = (filter: ReturnType<typeof sql>) => sql`
  (select (percentile_disc(0.5) within group (order by p)
      + -(percentile_disc(0.5) within group (order by -p))) / 2
    from (select trim_scale(to_char(payment_usd_amount / tokens_bought, '9.99999EEEE')::numeric) as p
      from own where tokens_bought > 0 and ${filter}) as prices)`

interface Sales {
  sold: string
  purchases: number
  buyers: number
  amount: string
  average_price: string | null
  first_at: string | null
  last_at: string | null
  first_id: string | null
  last_id: string | null
}

interface StageRow extends Sales {
  sold_share: string | null
  left: string | null
  oversold: string
  sold_out_at: string | null
  oversold_at: string | null
  before: number
  after: number
  off: number
  off_amount: string
  off_price: string | null
  usual_price: string | null
  newest: string | null
}

async function sumNames(
  db: Db,
  project: string,
  plan: ModelPlan,
  names: readonly string[],
  stage?: ModelStage,
): Promise<StageRow> {
  const { price_usd = null, supply = null, starts_at = null, ends_at = null } = stage ?? {}
  const isOff = isOffPrice(price_usd)
  const { rows } = await sql<StageRow>`
    with own as (
      select *, sum(sold) over (order by created_at, id) as reached
      from (${counted(project, plan)}) as t where stage_name = any(${[...names]}::text[])
    ), ordered as (select * from own order by created_at, id),
    sums as (select coalesce(sum(sold), 0) as sold, ${supply}::numeric as supply from own)
    select (select sold from sums) as sold, count(*)::int as purchases,
      count(distinct wallet_address)::int as buyers,
      coalesce(sum(payment_usd_amount), 0) as amount,
      div(sum(payment_usd_amount) * 1e18, nullif(sum(tokens_bought), 0)) * 1e-18 as average_price,
      (select created_at from ordered limit 1) as first_at,
      (select id::text from ordered limit 1) as first_id,
      (select created_at from own order by created_at desc, id desc limit 1) as last_at,
      (select id::text from own order by created_at desc, id desc limit 1) as last_id,
      (select stage_name from own order by created_at desc, id desc limit 1) as newest,
      (select least(100, div(sold * 10000, supply) / 100)::numeric(40, 2)::text from sums
        where supply is not null) as sold_share,
      (select greatest(0, supply - sold) from sums where supply is not null) as left,
      (select greatest(0, sold - supply) from sums) as oversold,
      (select created_at from ordered where reached >= ${supply}::numeric limit 1) as sold_out_at,
      (select created_at from ordered where reached > ${supply}::numeric limit 1) as oversold_at,
      count(*) filter (where created_at < ${starts_at}::timestamptz)::int as before,
      count(*) filter (where created_at >= ${ends_at}::timestamptz)::int as after,
      count(*) filter (where ${isOff})::int as off,
      coalesce(sum(payment_usd_amount) filter (where ${isOff}), 0) as off_amount,
      ${median(isOff)} as off_price, ${median(sql`true`)} as usual_price
    from own`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('A sum has one row')
  return row
}

const trimmed = (amount: string | null) => (amount === null ? null : trimDecimal(amount))
const instant = (at: string | Date | null) => (at === null ? null : new Date(at).toISOString())

const salesOf = (row: StageRow) => ({
  sold: trimmed(row.sold),
  purchases: row.purchases,
  buyers: row.buyers,
  amount: trimmed(row.amount),
  average_price: trimmed(row.average_price),
  first_at: instant(row.first_at),
  last_at: instant(row.last_at),
  first_id: row.first_id,
  last_id: row.last_id,
})

/** What `GET /stages/summary` has for a project, but for its forecasts. */
export async function expectedStages(
  db: Db,
  project: string,
  plan: ModelPlan,
  options: Options,
): Promise<Record<string, unknown>> {
  const { planned, unplanned } = await writtenNames(db, project, plan)
  const stages = []
  let newest: { at: string; id: string; stage: ModelStage } | null = null
  for (const [stage, names] of planned) {
    const row = await sumNames(db, project, plan, names, stage)
    const { last_at: at, last_id: id } = salesOf(row)
    if (at !== null && id !== null && (newest === null || isLater({ at, id }, newest)))
      newest = { at, id, stage }
    const [name, ...also] = stage.names
    stages.push({
      id: stage.id,
      name,
      also,
      price_usd: stage.price_usd,
      supply: trimmed(stage.supply),
      starts_at: stage.starts_at,
      ends_at: stage.ends_at,
      ...salesOf(row),
      sold_share: row.sold_share,
      left: trimmed(row.left),
      oversold: trimmed(row.oversold ?? '0'),
      sold_out_at: instant(row.sold_out_at),
      oversold_at: instant(row.oversold_at),
      outside: { before: row.before, after: row.after },
      off_price: {
        purchases: row.off,
        amount: trimmed(row.off_amount),
        usual_price: trimmed(row.off_price),
      },
    })
  }
  const others = []
  for (const names of unplanned.values()) {
    const row = await sumNames(db, project, plan, names)
    if (row.purchases === 0) continue
    others.push({
      name: row.newest?.trim(),
      ...salesOf(row),
      usual_price: trimmed(row.usual_price),
    })
  }
  const ended = newest?.stage.ends_at
  const isOver = ended != null && Date.parse(ended) <= options.now.getTime()
  return {
    as_of: options.now.toISOString(),
    ...(await expectedProject(db, project, plan)),
    current: isOver ? null : (newest?.stage.id ?? null),
    pace: await expectedPace(db, project, plan, options),
    stages,
    unplanned: others.toSorted(
      (a, b) =>
        Date.parse(a.first_at ?? '') - Date.parse(b.first_at ?? '') ||
        Number(a.first_id) - Number(b.first_id),
    ),
  }
}

const isLater = (one: { at: string; id: string }, than: { at: string; id: string }) =>
  one.at > than.at || (one.at === than.at && Number(one.id) > Number(than.id))

async function expectedProject(db: Db, project: string, plan: ModelPlan) {
  const { soft_cap_usd, hard_cap_usd } = plan
  const capAt = (cap: string | null) =>
    sql`(select created_at from own where reached >= ${cap}::numeric
      order by created_at, id limit 1)`
  const { rows } = await sql<Record<'soft' | 'hard' | 'raised' | 'share' | 'launched', string>>`
    with own as (select *, sum(payment_usd_amount) over (order by created_at, id) as reached
      from (${counted(project, plan)}) as t)
    select ${capAt(soft_cap_usd)} as soft, ${capAt(hard_cap_usd)} as hard,
      coalesce(sum(payment_usd_amount), 0) as raised, min(created_at) as launched,
      case when ${hard_cap_usd}::numeric > 0 then
        least(100, div(coalesce(sum(payment_usd_amount), 0) * 10000, ${hard_cap_usd}::numeric)
          / 100)::numeric(40, 2)::text end as share
    from own`.execute(db)
  const [row] = rows
  return {
    soft_cap_usd,
    hard_cap_usd,
    soft_cap_at: instant(row?.soft ?? null),
    hard_cap_at: instant(row?.hard ?? null),
    raised_usd: trimmed(row?.raised ?? '0'),
    raised_share: row?.share ?? null,
    launched_at: instant(row?.launched ?? null),
    count_bonuses: plan.count_bonuses,
  }
}

async function expectedPace(
  db: Db,
  project: string,
  plan: ModelPlan,
  { zone, days, now }: Options,
) {
  const { rows } = await sql<{ date: string; tokens: string; amount: string }>`
    with days as (
      select (${now}::timestamptz at time zone ${zone})::date - n as day
      from generate_series(1, ${days}::integer) as n)
    select to_char(day, 'YYYY-MM-DD') as date, coalesce(sum(sold), 0) as tokens,
      coalesce(sum(payment_usd_amount), 0) as amount
    from days left join (${counted(project, plan)}) as t
      on (t.created_at at time zone ${zone})::date = day
    group by 1 order by 1`.execute(db)
  const { rows: medians } = await sql<{ tokens: string; amount: string }>`
    with d as (select * from unnest(${rows.map((row) => row.tokens)}::numeric[],
      ${rows.map((row) => row.amount)}::numeric[]) as d (tokens, amount))
    select div((percentile_disc(0.5) within group (order by tokens)
        - percentile_disc(0.5) within group (order by -tokens)) * 1e18, 2) * 1e-18 as tokens,
      div((percentile_disc(0.5) within group (order by amount)
        - percentile_disc(0.5) within group (order by -amount)) * 1e18, 2) * 1e-18 as amount
    from d`.execute(db)
  return {
    days: rows.map(({ date, tokens, amount }) => ({
      date,
      tokens: trimmed(tokens),
      amount: trimmed(amount),
    })),
    tokens_per_day: trimmed(medians[0]?.tokens ?? '0'),
    amount_per_day: trimmed(medians[0]?.amount ?? '0'),
  }
}

/** The ids of counted purchases off the price, or before or after the time, of the plan's stages. */
export async function expectedIds(
  db: Db,
  project: string,
  plan: ModelPlan,
  what: 'off' | 'before' | 'after' | 'counted',
): Promise<Map<ModelStage, number[]>> {
  const { planned } = await writtenNames(db, project, plan)
  const found = new Map<ModelStage, number[]>()
  for (const [stage, names] of planned) {
    const condition = {
      off: isOffPrice(stage.price_usd),
      before: sql`created_at < ${stage.starts_at}::timestamptz`,
      after: sql`created_at >= ${stage.ends_at}::timestamptz`,
      counted: sql`true`,
    }[what]
    const { rows } = await sql<{ id: number }>`
      select id from (${counted(project, plan)}) as t
      where stage_name = any(${names}::text[]) and ${condition}`.execute(db)
    found.set(
      stage,
      rows.map(({ id }) => id),
    )
  }
  return found
}
