import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { LEVEL, SOURCE } from '#server/db/rollups/definition.ts'
import { instants, whereCounted } from '#server/db/rollups/pieces.ts'
import { planRange, type Edge } from '#server/db/rollups/plan.ts'
import { inSnapshot } from '#server/db/rollups/snapshot.ts'
import { bucketEdges } from '#src/domain/time/buckets.ts'
import { MAX_COUNTED_PURCHASES } from '#src/wire/analytics.ts'
import type { Launches } from './launches.ts'

/** A planned stage that has begun. */
interface BegunStage {
  project_id: string
  stage_id: number
  at: Date
}

/**
 * The sales of one planned stage of each project since it began, by its own local days. A stage begins at
 * its planned start; without one with its first purchase. What it sold before is left out.
 *
 * Sums come from quarters of an hour, and rows are read only in the first and the last of them. Buyers are
 * those who have bought since the stage began: null for a stage with more than 100,000 purchases, which
 * are too many to read.
 * @param place of the stage in the plan, from 1
 */
export function sumStageLaunches(
  db: Db,
  projects: readonly string[],
  place: number,
  zone: string,
  now: Date,
): Promise<Launches> {
  return inSnapshot(db, async (tx) => {
    const begun = (await findBegun(tx, projects, place)).filter(({ at }) => at <= now)
    if (begun.length === 0) return { launches: [], days: [] }
    const range = {
      start: Math.min(...begun.map(({ at }) => at.getTime())),
      end: now.getTime() + 1,
    }
    const edges = bucketEdges(range, 'day', zone)
    const slotOf = (at: Date) => edges.findLastIndex((edge) => edge <= at.getTime())
    const today = edges.length - 2
    const slots = new Map(begun.map(({ project_id, at }) => [project_id, slotOf(at)]))
    const startOf = (project: string) => slots.get(project) ?? 0
    const { rows } = await sumDays(tx, begun, edges, range.end)
    return {
      launches: begun.map(({ project_id, at }) => ({
        project_id,
        at,
        age_days: today - startOf(project_id) + 1,
      })),
      days: rows.map(({ slot, ...sums }) => ({
        ...sums,
        day: slot - startOf(sums.project_id) + 1,
      })),
    }
  })
}

async function findBegun(
  tx: Tx,
  projects: readonly string[],
  place: number,
): Promise<BegunStage[]> {
  const { rows } = await sql<BegunStage>`
    select x.project_id, x.id as stage_id, x.at from (
      select s.project_id, s.id, coalesce(s.starts_at, (
        select min(earliest.created_at) from stage_names as n cross join lateral (
          select t.created_at from transactions as t
          where t.project_id = n.project_id and stage_key(t.stage_name) = n.key
            and ${whereCounted('t.')}
          order by t.created_at, t.id limit 1) as earliest
        where n.stage_id = s.id)) as at
      from unnest(${[...projects]}::text[]) as p (id) cross join lateral (
        select * from stages where project_id = p.id
        order by position offset ${place - 1} limit 1) as s) as x
    where x.at is not null`.execute(tx)
  return rows
}

/** Sums since the begin at the end of each day with purchases, by project and slot. */
function sumDays(tx: Tx, begun: readonly BegunStage[], edges: readonly number[], end: number) {
  const plans = begun.map((stage) => ({
    stage,
    plan: planRange(stage.at.getTime(), end, [LEVEL.quarterHour]),
  }))
  /** `b(project_id, stage_id, low, high)`. */
  const parts = (found: readonly { stage: BegunStage; edge: Edge }[]) => sql`unnest(
    ${found.map(({ stage }) => stage.project_id)}::text[],
    ${found.map(({ stage }) => stage.stage_id)}::bigint[],
    ${instants(found.map(({ edge }) => edge.from))}, ${instants(found.map(({ edge }) => edge.to))})
    as b (project_id, stage_id, low, high)`
  const whole = plans.flatMap(({ stage, plan }) => plan.segments.map((edge) => ({ stage, edge })))
  const raw = plans.flatMap(({ stage, plan }) => plan.raw.map((edge) => ({ stage, edge })))
  const all = begun.map((stage) => ({ stage, edge: { from: stage.at.getTime(), to: end } }))
  const slotOf = (column: RawBuilder<unknown>) =>
    sql`width_bucket(${column}, ${instants(edges)}) - 1`
  const purchases = (found: typeof all) => sql`
    ${parts(found)} join stage_names as m on m.stage_id = b.stage_id
    cross join lateral (
      select t.created_at, t.payment_usd_amount as usd, t.wallet_address from transactions as t
      where t.project_id = b.project_id and stage_key(t.stage_name) = m.key
        and t.created_at >= b.low and t.created_at < b.high and ${whereCounted('t.')} offset 0) as x`
  return sql<Launches['days'][number] & { slot: number }>`
    with sold as materialized (
      select project_id, slot, sum(n) as n, sum(usd) as usd from (
        select b.project_id, ${slotOf(sql`r.bucket`)} as slot, r.n, r.amount as usd
        from ${parts(whole)} join stage_names as m on m.stage_id = b.stage_id
        join stage_rollups as r on r.project_id = b.project_id and r.source = ${sql.lit(SOURCE.purchases)}
          and r.key = m.key and r.level = ${sql.lit(LEVEL.quarterHour)}
          and r.bucket >= b.low and r.bucket < b.high
        union all
        select b.project_id, ${slotOf(sql`x.created_at`)}, 1, x.usd from ${purchases(raw)}) as x
      group by 1, 2 having sum(n) <> 0
    ), few as (
      select project_id from sold group by 1 having sum(n) <= ${MAX_COUNTED_PURCHASES}
    ), new_buyers as (
      select project_id, ${slotOf(sql`first_at`)} as slot, count(*) as n from (
        select b.project_id, x.wallet_address, min(x.created_at) as first_at
        from ${purchases(all)} where b.project_id in (select project_id from few)
        group by 1, 2) as x
      group by 1, 2
    )
    select s.project_id, s.slot, (sum(s.n) over w)::bigint as purchases,
      case when s.project_id in (select project_id from few)
        then (sum(coalesce(f.n, 0)) over w)::bigint end as buyers,
      round(sum(s.usd) over w, 2) as amount
    from sold as s left join new_buyers as f on f.project_id = s.project_id and f.slot = s.slot
    window w as (partition by s.project_id order by s.slot)
    order by s.project_id, s.slot`.execute(tx)
}
