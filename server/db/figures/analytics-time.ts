import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import { bucketRows } from '#server/db/rollups/bucket-parts.ts'
import { LEVEL, SOURCE, type Source } from '#server/db/rollups/definition.ts'
import {
  DEPOSIT_FIGURES,
  FIRST_DEPOSITS,
  instants,
  projectRows,
  sumFigures,
  type Figure,
} from '#server/db/rollups/pieces.ts'
import {
  floorTo,
  planRange,
  TIME_LEVELS,
  type Edge,
  type PlanLevel,
  type Segment,
} from '#server/db/rollups/plan.ts'
import { readRows } from '#server/db/rollups/snapshot.ts'
import { plannedRows, rawRows, summedSegments } from '#server/db/rollups/time-parts.ts'
import { bucketEdges } from '#src/domain/time/buckets.ts'
import type { TimeRange, Unit } from '#src/domain/time/calendar.ts'

export interface TimeSum {
  project_id: string
  n: number
  /** The exact sum, rounded to cents. For registrations, the number that have bought. */
  amount: string
}

/** The sum of one project and bucket; `at` is the bucket's start. Empty buckets are absent. */
export interface BucketSum extends TimeSum {
  at: number
}

/** Purchases by their position in their wallet's history. Later positions are the rest of `n`. */
export interface DepositSum {
  project_id: string
  n: number
  first_deposits: number
  second_deposits: number
  third_deposits: number
}

type SlotSum = TimeSum & { slot: number }

/** Sums of the range, one row per project that has rows. */
export function sumTime(
  db: Db,
  source: Source,
  projects: readonly string[],
  range: TimeRange,
): Promise<TimeSum[]> {
  return sumRange<TimeSum>(db, source, projects, range, sumFigures(source))
}

/** Purchases of the range by deposit class, one row per project that has purchases. */
export function sumDeposits(
  db: Db,
  projects: readonly string[],
  range: TimeRange,
): Promise<DepositSum[]> {
  return sumRange<DepositSum>(db, SOURCE.purchases, projects, range, DEPOSIT_FIGURES)
}

/** Purchases with their exact USD, and how many were the first of their wallet. */
export interface PurchaseSum {
  project_id: string
  n: number
  first_deposits: number
  /** USD, not rounded */
  amount: string
}

/** Purchases of the range, one row per project that has purchases. */
export function sumPurchases(
  db: Db,
  projects: readonly string[],
  range: TimeRange,
): Promise<PurchaseSum[]> {
  const figures = [...sumFigures(SOURCE.purchases), FIRST_DEPOSITS]
  return sumRange<PurchaseSum>(db, SOURCE.purchases, projects, range, figures, false)
}

async function sumRange<Row>(
  db: Db,
  source: Source,
  projects: readonly string[],
  range: TimeRange,
  figures: readonly Figure[],
  isRounded = true,
): Promise<Row[]> {
  if (projects.length === 0 || range.start >= range.end) return []
  const plan = planRange(range.start, range.end, TIME_LEVELS)
  const sums = figures.map(({ name }) =>
    name === 'amount'
      ? sql`${isRounded ? sql`round(sum(amount), 2)` : sql`sum(amount)`} as amount`
      : sql`sum(${sql.ref(name)})::bigint as ${sql.ref(name)}`,
  )
  return readRows(
    db,
    sql<Row>`
      select project_id, ${sql.join(sums)}
      from (${plannedRows(source, projects, plan, figures)}) x
      group by project_id having sum(n) <> 0 order by project_id`,
  )
}

/**
 * Sums of each bucket of the range, by project. The buckets of each project ascend.
 * @param range of some thousand buckets at most
 */
export async function sumBuckets(
  db: Db,
  source: Source,
  projects: readonly string[],
  range: TimeRange,
  unit: Unit,
  zone: string,
): Promise<BucketSum[]> {
  if (projects.length === 0 || range.start >= range.end) return []
  const edges = bucketEdges(range, unit, zone)
  const levels = levelsOf(unit, edges)
  const figures = sumFigures(source)
  const sums = sql`sum(n)::bigint as n, round(sum(amount), 2) as amount`
  const rows = await readRows(
    db,
    levels
      ? sql<SlotSum>`
          select p.id as project_id, x.slot, x.n, x.amount
          from ${projectRows(projects)} cross join lateral (
            select slot, ${sums} from (${bucketRows(source, range, edges, levels, figures)}) y
            group by slot having sum(n) <> 0) x
          order by slot`
      : sql<SlotSum>`
          select project_id, slot, ${sums}
          from (${slotRows(source, projects, range, edges, figures)}) x
          group by project_id, slot having sum(n) <> 0 order by slot`,
  )
  return rows.map(({ project_id, slot, n, amount }) => ({
    project_id,
    at: edges[slot] ?? range.start,
    n,
    amount,
  }))
}

/** The widest level of the rollups that are read for a unit. */
const WIDEST: Record<Unit, PlanLevel> = {
  hour: LEVEL.hour,
  day: LEVEL.hour,
  week: LEVEL.day,
  month: LEVEL.month,
  year: LEVEL.month,
}

/** The levels to read for these buckets, or null if an edge is not on a quarter of an hour. */
function levelsOf(unit: Unit, edges: readonly number[]): readonly PlanLevel[] | null {
  const areOn = (level: PlanLevel) => edges.every((edge) => floorTo(level, edge) === edge)
  if (!areOn(LEVEL.quarterHour)) return null
  const widest = unit === 'hour' && !areOn(LEVEL.hour) ? LEVEL.quarterHour : WIDEST[unit]
  return TIME_LEVELS.slice(TIME_LEVELS.indexOf(widest))
}

/**
 * Rows `project_id, slot` and the figures, exact: several for one slot, to be summed. Slot n reaches
 * from edge n to edge n + 1; each is the sum of the widest rollup rows that fit.
 * @param range not longer than from the first edge to the last
 */
export function slotRows(
  source: Source,
  projects: readonly string[],
  { start, end }: TimeRange,
  edges: readonly number[],
  figures: readonly Figure[],
): RawBuilder<unknown> {
  const segments: Segment[] = []
  const slots: number[] = []
  const raw: Edge[] = []
  for (const [slot, edge] of edges.slice(0, -1).entries()) {
    const next = edges[slot + 1] ?? end
    const plan = planRange(Math.max(start, edge), Math.min(end, next), TIME_LEVELS)
    segments.push(...plan.segments)
    slots.push(...plan.segments.map(() => slot))
    raw.push(...plan.raw)
  }
  if (segments.length === 0 && raw.length === 0) {
    const none = sql.join(figures.map(({ name }) => sql`0::numeric as ${sql.ref(name)}`))
    return sql`select null::text as project_id, 0 as slot, ${none} where false`
  }
  return union([
    ...(segments.length > 0 ? [summedSegments(source, projects, segments, figures, slots)] : []),
    ...(raw.length > 0
      ? [rawRows(source, projects, raw, figures, slotIn(edges, sql`t.created_at`))]
      : []),
  ])
}

const union = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts, sql` union all `)
const slotIn = (edges: readonly number[], column: RawBuilder<unknown>) =>
  sql`(width_bucket(${column}, ${instants(edges)}) - 1)`
