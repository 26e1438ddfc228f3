import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import { whereCounted } from '#server/db/rollups/pieces.ts'

// The usual price of a stage is the planned one, else the median of its newest purchases that count.

const SAMPLE = 50
/** With fewer purchases there is no usual price. */
const LEAST = 5

/**
 * `price`: the median of the newest purchases that count, null for fewer than LEAST. The median of an even
 * number is the mean of the two in the middle: `percentile_disc` finds the lower of them, and from above
 * the higher; `percentile_cont` would calculate with floating point.
 */
const medianPrice = (projectId: string, where: RawBuilder<unknown>) => sql`
  select case when count(*) >= ${sql.lit(LEAST)} then
    (percentile_disc(0.5) within group (order by price)
      + percentile_disc(0.5) within group (order by price desc)) / 2 end as price
  from (
    select t.payment_usd_amount / t.tokens_bought as price from transactions as t
    where t.project_id = ${projectId} and ${whereCounted('t.')} and t.tokens_bought > 0 and ${where}
    order by t.created_at desc, t.id desc limit ${sql.lit(SAMPLE)}) as newest`

/** The planned price of the stage `s.stage_name`; null without one. */
const plannedPrice = (projectId: string) => sql`(
  select g.price_usd from stage_names as n join stages as g on g.id = n.stage_id
  where n.project_id = ${projectId} and n.key = stage_key(s.stage_name))`

/** `price`: the planned one of the stage `s.stage_name`, else its usual one, else that of the project. `is_planned`. */
const usualPrice = (projectId: string) => {
  const isOwn = sql`stage_key(t.stage_name) = stage_key(s.stage_name)`
  return sql`
  select coalesce(planned.price, own.price, whole.price) as price,
    planned.price is not null as is_planned
  from (select ${plannedPrice(projectId)} as price) as planned
    left join lateral (${medianPrice(projectId, sql`planned.price is null and ${isOwn}`)}) as own on true
    left join lateral (${medianPrice(projectId, sql`planned.price is null and own.price is null`)})
      as whole on true`
}

/**
 * The price of a stage: the planned one; without a plan the median of its last 50 purchases that count
 * and have tokens, of the whole project where the stage has fewer than 5.
 * @param stageName null for a purchase without one
 * @returns USD for one token, rounded to 18 places; null without a plan and with fewer than 5 purchases
 *   in all
 */
export async function findUsualPrice(
  db: Db,
  projectId: string,
  stageName: string | null,
): Promise<{ price: string; isPlanned: boolean } | null> {
  const { rows } = await sql<{ price: string | null; is_planned: boolean }>`
    select round(found.price, 18)::text as price, found.is_planned
    from (select ${stageName}::text as stage_name) as s
      cross join lateral (${usualPrice(projectId)}) as found`.execute(db)
  const [found] = rows
  return found == null || found.price === null
    ? null
    : { price: found.price, isPlanned: found.is_planned }
}

/** The amounts of a purchase that decide its price. */
export interface PricedPurchase {
  source_id: string
  stage_name: string | null
  /** Decimals. */
  payment_usd_amount: string
  tokens_bought: string | null
}

/** Whether a purchase `g` has a price far from `price`. */
const isFar = (price: RawBuilder<unknown>) => sql`g.tokens > 0
  and (2 * g.usd < g.tokens * ${price} or g.usd > 2 * g.tokens * ${price})`

/** `g`: the purchases that have tokens. */
function givenRows(purchases: readonly PricedPurchase[]): RawBuilder<unknown> {
  const ordered = purchases
    .filter(({ tokens_bought }) => tokens_bought !== null)
    .map((one) => [one.source_id, one.stage_name, one.payment_usd_amount, one.tokens_bought])
  return sql`
    select x ->> 0 as source_id, x ->> 1 as stage_name, (x ->> 2)::numeric as usd,
      (x ->> 3)::numeric as tokens
    from jsonb_array_elements(${JSON.stringify(ordered)}::jsonb) as x`
}

/**
 * Those of these purchases whose price is below half or above twice the planned one of their stage.
 * @returns the stage and its price in USD for one token, by `source_id`
 */
export async function findFarFromPlan(
  db: Db,
  projectId: string,
  purchases: readonly PricedPurchase[],
): Promise<Map<string, { stage: string; price: string }>> {
  if (purchases.length === 0) return new Map()
  const { rows } = await sql<{ source_id: string; stage: string; price: string }>`
    select g.source_id, s.name as stage, trim_scale(s.price_usd)::text as price
    from (${givenRows(purchases)}) as g
      join stage_names as n on n.project_id = ${projectId} and n.key = stage_key(g.stage_name)
      join stages as s on s.id = n.stage_id
    where ${isFar(sql`s.price_usd`)}`.execute(db)
  return new Map(rows.map(({ source_id, ...found }) => [source_id, found]))
}

/**
 * Those of these purchases whose price is below half or above twice the usual one. Without tokens, or
 * without a usual price, none is.
 * @returns their `source_id`
 */
export async function findUnusualPrices(
  db: Db,
  projectId: string,
  purchases: readonly PricedPurchase[],
): Promise<Set<string>> {
  if (purchases.every(({ tokens_bought }) => tokens_bought === null)) return new Set()
  const { rows } = await sql<{ source_id: string }>`
    with given as materialized (${givenRows(purchases)}), usual as materialized (
      select s.stage_name, found.price
      from (select distinct stage_name from given) as s
        cross join lateral (${usualPrice(projectId)}) as found
    )
    select g.source_id from given as g
      join usual as u on u.stage_name is not distinct from g.stage_name
    where ${isFar(sql`u.price`)}`.execute(db)
  return new Set(rows.map((row) => row.source_id))
}
