import { sql, type RawBuilder } from 'kysely'
import { bucketEdges } from '#src/domain/buckets.ts'
import type { TimeRange, Unit } from '#src/domain/calendar.ts'
import type { Db } from './open.ts'
import { LEVEL, SOURCE, type Source } from './rollups/definition.ts'
import {
  DEPOSIT_FIGURES,
  FIRST_DEPOSITS,
  instants,
  sumFigures,
  type Figure,
} from './rollups/pieces.ts'
import {
  ceilTo,
  floorTo,
  planRange,
  TIME_LEVELS,
  type Edge,
  type PlanLevel,
  type Segment,
} from './rollups/plan.ts'
import { findBounds, inSnapshot } from './rollups/snapshot.ts'
import { plannedRows, rawRows, scannedSegments, summedSegments } from './rollups/time-parts.ts'

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
  return inSnapshot(db, async (tx) => {
    const bounds = await findBounds(tx, source, projects)
    if (!bounds || range.start > bounds.last || range.end <= bounds.first) return []
    // No rows lie outside the bounds, so a range that reaches them can end on whole months.
    const from = range.start <= bounds.first ? floorTo(LEVEL.month, bounds.first) : range.start
    const to = range.end > bounds.last ? ceilTo(LEVEL.month, bounds.last) : range.end
    const plan = planRange(from, to, TIME_LEVELS)
    const sums = figures.map(({ name }) =>
      name === 'amount'
        ? sql`${isRounded ? sql`round(sum(amount), 2)` : sql`sum(amount)`} as amount`
        : sql`sum(${sql.ref(name)})::bigint as ${sql.ref(name)}`,
    )
    const { rows } = await sql<Row>`
      select project_id, ${sql.join(sums)}
      from (${plannedRows(source, projects, plan, figures)}) x
      group by project_id having sum(n) <> 0 order by project_id`.execute(tx)
    return rows
  })
}

/** Sums of each bucket of the range, by project and time. */
export async function sumBuckets(
  db: Db,
  source: Source,
  projects: readonly string[],
  range: TimeRange,
  unit: Unit,
  zone: string,
): Promise<BucketSum[]> {
  if (projects.length === 0 || range.start >= range.end) return []
  return inSnapshot(db, async (tx) => {
    const bounds = await findBounds(tx, source, projects)
    if (!bounds || range.start > bounds.last || range.end <= bounds.first) return []
    const edges = bucketEdges(
      {
        start: Math.max(range.start, bounds.first),
        end: Math.min(range.end, bounds.last + 1),
      },
      unit,
      zone,
    )
    const [opening = range.start] = edges
    const closing = edges.at(-1) ?? range.end
    const from = range.start <= bounds.first ? opening : range.start
    const to = range.end > bounds.last ? closing : range.end
    const { rows } = await sql<TimeSum & { slot: number }>`
      select project_id, slot, sum(n)::bigint as n, round(sum(amount), 2) as amount
      from (${bucketParts(source, projects, { start: from, end: to }, unit, edges)}) x
      group by project_id, slot having sum(n) <> 0 order by project_id, slot`.execute(tx)
    return rows.map(({ project_id, slot, n, amount }) => ({
      project_id,
      at: edges[slot] ?? opening,
      n,
      amount,
    }))
  })
}

function bucketParts(
  source: Source,
  projects: readonly string[],
  range: TimeRange,
  unit: Unit,
  edges: readonly number[],
): RawBuilder<unknown> {
  const level = unit === 'hour' ? levelOfHours(edges) : null
  const figures = sumFigures(source)
  if (level === null) return slotRows(source, projects, range, edges, figures)
  // One scan reads all hours and assigns each row to its bucket.
  const { segments, raw } = planRange(range.start, range.end, [level])
  return union([
    ...(segments.length > 0
      ? [scannedSegments(source, projects, segments, figures, slotIn(edges, sql`r.bucket`))]
      : []),
    ...(raw.length > 0
      ? [rawRows(source, projects, raw, figures, slotIn(edges, sql`t.created_at`))]
      : []),
  ])
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

/** The level that adds up to local hours, or null if they do not start on quarters of an hour. */
function levelOfHours(edges: readonly number[]): PlanLevel | null {
  const levels = [LEVEL.hour, LEVEL.quarterHour]
  return levels.find((level) => edges.every((edge) => floorTo(level, edge) === edge)) ?? null
}
