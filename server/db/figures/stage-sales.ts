import { sql } from 'kysely'
import type { Tx } from '#server/db/engine/open.ts'
import { BUCKET_OF, LEVEL, SOURCE, type Source } from '#server/db/rollups/definition.ts'
import { projectRows, sumFigures, whereCounted } from '#server/db/rollups/pieces.ts'
import type { TimeRange } from '#src/domain/time/calendar.ts'
import { slotRows } from './analytics-time.ts'

// What a project has sold, by the names of its stages. Amounts are exact decimals.

/** The names that the plan lacks are at most so many: those with the most USD. */
const MAX_UNPLANNED = 1000

/** The sales under one name. */
export interface NameSales {
  project_id: string
  key: string
  /** Null for a name that the plan lacks. */
  stage_id: number | null
  n: number
  amount: string
  tokens: string
  bonus_tokens: string
  first_id: number
  first_at: Date
  last_id: number
  last_at: Date
  /** As the last purchase has it. */
  name: string
}

/** Names that count: those of the plans, and the largest others. */
export async function listNameSales(tx: Tx, projects: readonly string[]): Promise<NameSales[]> {
  const totals = (source: Source) => sql`
    select * from stage_rollups as r where r.project_id = p.id and r.source = ${sql.lit(source)}
      and r.level = ${sql.lit(LEVEL.allTime)}`
  const edge = (order: 'asc' | 'desc') => sql`
    select t.id, t.created_at, t.stage_name from transactions as t
    where t.project_id = p.id and stage_key(t.stage_name) = r.key and ${whereCounted('t.')}
    order by t.created_at ${sql.raw(order)}, t.id ${sql.raw(order)} limit 1`
  const { rows } = await sql<NameSales>`
    select p.id as project_id, r.key, r.stage_id, r.n, trim_scale(r.amount) as amount,
      trim_scale(r.tokens) as tokens, trim_scale(coalesce(b.tokens, 0)) as bonus_tokens,
      f.id as first_id, f.created_at as first_at, l.id as last_id, l.created_at as last_at,
      l.stage_name as name
    from ${projectRows(projects)}
    cross join lateral (
      select x.key, x.n, x.amount, x.tokens, s.stage_id from (${totals(SOURCE.purchases)}) as x
      left join stage_names as s on s.project_id = x.project_id and s.key = x.key
      where x.n > 0
      order by s.stage_id is null, x.amount desc, x.key
      limit ${MAX_UNPLANNED} + (select count(*) from stage_names where project_id = p.id)) as r
    left join lateral (
      select tokens from (${totals(SOURCE.bonuses)}) as x where x.key = r.key) as b on true
    cross join lateral (${edge('asc')}) as f
    cross join lateral (${edge('desc')}) as l`.execute(tx)
  return rows
}

/** The wallets that have bought in each stage, and under each name that the plan lacks. */
export async function listBuyers(
  tx: Tx,
  projects: readonly string[],
): Promise<{ project_id: string; stage_id: number; key: string; buyers: number }[]> {
  return tx
    .selectFrom('stage_buyers')
    .select(['project_id', 'stage_id', 'key', 'buyers'])
    .where('project_id', 'in', projects)
    .execute()
}

/** Purchases with tokens, and their median price in 6 significant digits. */
export interface PriceSums {
  project_id: string
  /** Null for a name that the plan lacks. */
  stage_id: number | null
  /** Empty for a stage. */
  key: string
  purchases: number
  amount: string
  usual_price: string
}

/** Of each stage the purchases off its price, and all of each name that the plan lacks. */
export async function listPrices(tx: Tx, projects: readonly string[]): Promise<PriceSums[]> {
  const { rows } = await sql<PriceSums>`
    select project_id, stage_id, key, max(total)::bigint as purchases,
      trim_scale(sum(amount)) as amount,
      trim_scale((min(price) filter (where 2 * reached >= total)
        + min(price) filter (where 2 * reached > total)) / 2) as usual_price
    from (
      select *, sum(n) over (partition by project_id, stage_id, key order by price) as reached,
        sum(n) over (partition by project_id, stage_id, key) as total
      from (
        select p.project_id, s.stage_id, case when s.stage_id is null then p.key else '' end as key,
          p.price, sum(p.n) as n, sum(p.amount) as amount
        from stage_prices as p
        left join stage_names as s on s.project_id = p.project_id and s.key = p.key
        where p.project_id = any(${[...projects]}::text[]) and p.n > 0
          and (p.is_off or s.stage_id is null)
        group by 1, 2, 3, 4) as x) as x
    group by 1, 2, 3`.execute(tx)
  return rows
}

/** Of each stage with such times, its purchases before its start, and from its end on. */
export async function listOutside(
  tx: Tx,
  projects: readonly string[],
): Promise<{ stage_id: number; before: number; after: number }[]> {
  /** The purchases under the stage's names before an instant: whole days, quarters of an hour, rows. */
  const countBefore = (at: string) => {
    const [instant, day, quarter] = [
      sql.raw(at),
      sql.raw(BUCKET_OF[LEVEL.day](at)),
      sql.raw(BUCKET_OF[LEVEL.quarterHour](at)),
    ]
    return sql`(
      select coalesce(sum(x.n), 0)::bigint
      from stage_names as m cross join lateral (
        select sum(r.n) as n from stage_rollups as r
        where r.project_id = s.project_id and r.source = ${sql.lit(SOURCE.purchases)}
          and r.key = m.key and r.level = ${sql.lit(LEVEL.day)} and r.bucket < ${day}
        union all
        select sum(r.n) from stage_rollups as r
        where r.project_id = s.project_id and r.source = ${sql.lit(SOURCE.purchases)}
          and r.key = m.key and r.level = ${sql.lit(LEVEL.quarterHour)}
          and r.bucket >= ${day} and r.bucket < ${quarter}
        union all
        select count(*) from transactions as t
        where t.project_id = s.project_id and stage_key(t.stage_name) = m.key
          and t.created_at >= ${quarter} and t.created_at < ${instant}
          and ${whereCounted('t.')}) as x
      where m.stage_id = s.id)`
  }
  const { rows } = await sql<{ stage_id: number; before: number; after: number }>`
    select s.id as stage_id,
      case when s.starts_at is null then 0 else ${countBefore('s.starts_at')} end as before,
      case when s.ends_at is null then 0 else (
        select coalesce(sum(r.n), 0)::bigint from stage_names as m
        join stage_rollups as r on r.project_id = s.project_id and r.key = m.key
          and r.source = ${sql.lit(SOURCE.purchases)} and r.level = ${sql.lit(LEVEL.allTime)}
        where m.stage_id = s.id) - ${countBefore('s.ends_at')} end as after
    from stages as s
    where s.project_id = any(${[...projects]}::text[])
      and (s.starts_at is not null or s.ends_at is not null)`.execute(tx)
  return rows
}

/** What a project has raised in USD, and its first purchase. */
export interface RaisedRow {
  project_id: string
  raised: string
  launched_at: Date | null
}

/** One row per project. */
export async function listRaised(tx: Tx, projects: readonly string[]): Promise<RaisedRow[]> {
  const { rows } = await sql<RaisedRow>`
    select p.id as project_id, trim_scale(coalesce((
        select sum(amount) from time_rollups as r
        where r.project_id = p.id and r.source = ${sql.lit(SOURCE.purchases)}
          and r.level = ${sql.lit(LEVEL.month)}), 0)) as raised,
      (select created_at from transactions as t where t.project_id = p.id and ${whereCounted('t.')}
        order by created_at, id limit 1) as launched_at
    from ${projectRows(projects)}`.execute(tx)
  return rows
}

/** What a project sold in one slot of a range. */
export interface SlotSales {
  project_id: string
  slot: number
  amount: string
}

/**
 * The USD of purchases, the tokens of purchases or those of bonuses, by project and slot; slots without
 * are absent.
 */
export async function sumSlots(
  tx: Tx,
  source: typeof SOURCE.purchases | typeof SOURCE.all | typeof SOURCE.bonuses,
  projects: readonly string[],
  range: TimeRange,
  edges: readonly number[],
): Promise<SlotSales[]> {
  if (projects.length === 0) return []
  const { rows } = await sql<SlotSales>`
    select project_id, slot, trim_scale(sum(amount)) as amount
    from (${slotRows(source, projects, range, edges, sumFigures(source))}) as x
    group by 1, 2`.execute(tx)
  return rows
}
