import { sql, type RawBuilder } from 'kysely'
import type { TimeRange } from '#src/domain/calendar.ts'
import type { Db } from './open.ts'
import { DIMENSIONS, LEVEL, SOURCE, SOURCE_ROWS, type Dimension } from './rollups/definition.ts'
import { edgeRows, projectRows, segmentRows, sumFigures } from './rollups/pieces.ts'
import {
  balanceRange,
  ceilTo,
  floorTo,
  planRange,
  type Balance,
  type Edge,
  TIME_LEVELS,
  type Plan,
  type PlanLevel,
  type Segment,
} from './rollups/plan.ts'
import { findBounds, inSnapshot } from './rollups/snapshot.ts'
import { plannedRows } from './rollups/time-parts.ts'

/** Purchases with the same keys. Keys that a dimension does not have are empty. */
export interface DimensionSum {
  project_id: string
  k1: string
  k2: string
  k3: string
  n: number
  /** USD: the exact sum, rounded to cents */
  amount: string
}

/**
 * Completed purchases of the range by key, the largest amount of each project first.
 * @param top limits the rows of each project; the others become one row `other`, `other`, `other`
 */
export async function sumDimension(
  db: Db,
  dimension: Dimension,
  projects: readonly string[],
  range: TimeRange,
  top?: number,
): Promise<DimensionSum[]> {
  if (projects.length === 0 || range.start >= range.end) return []
  return inSnapshot(db, async (tx) => {
    const bounds = await findBounds(tx, SOURCE.purchases, projects)
    if (!bounds || range.start > bounds.last || range.end <= bounds.first) return []
    const hasFirst = range.start <= bounds.first
    const hasLast = range.end > bounds.last
    // No rows lie outside the bounds, so a range that reaches them can end on whole months.
    const from = hasFirst ? floorTo(LEVEL.month, bounds.first) : range.start
    const to = hasLast ? ceilTo(LEVEL.month, bounds.last) : range.end
    const sums =
      hasFirst && hasLast
        ? allTime(dimension)
        : inRange(dimension, balanceRange(from, to, levelsOf(dimension), bounds.last))
    const { rows } = await (
      top === undefined
        ? everyRow(projects, sums)
        : topRows(projects, sums, top, planRange(from, to, TIME_LEVELS))
    ).execute(tx)
    return rows
  })
}

function levelsOf(dimension: Dimension): PlanLevel[] {
  const { hasThirds } = DIMENSIONS[dimension]
  return hasThirds ? [LEVEL.month, LEVEL.third, LEVEL.day] : [LEVEL.month, LEVEL.day]
}

/** k1, k2, k3, n, amount of the project `p.id` over all time. */
function allTime(dimension: Dimension): RawBuilder<unknown> {
  return sql`
    select r.k1, r.k2, r.k3, r.n, r.amount from dimension_rollups r
    where r.project_id = p.id and r.dimension = ${DIMENSIONS[dimension].number}::smallint
      and r.level = ${sql.lit(LEVEL.allTime)} and r.bucket = '-infinity' and r.n <> 0`
}

/** k1, k2, k3, n, amount of the project `p.id` in the planned range. */
function inRange(dimension: Dimension, { add, subtract }: Balance): RawBuilder<unknown> {
  const added = piecesOf(dimension, add)
  const subtracted = piecesOf(dimension, subtract).map(
    (piece) => sql`select k1, k2, k3, -n, -amount from (${piece}) x`,
  )
  return sql`
    select k1, k2, k3, sum(n)::bigint as n, sum(amount) as amount
    from (${sql.join([...added, ...subtracted], sql` union all `)}) pieces
    group by k1, k2, k3 having sum(n) <> 0`
}

function piecesOf(dimension: Dimension, { segments, raw }: Plan): RawBuilder<unknown>[] {
  return [
    ...(segments.length > 0 ? [rollupRows(dimension, segments)] : []),
    ...(raw.length > 0 ? [rawRows(dimension, raw)] : []),
  ]
}

// `offset 0` keeps one index scan per segment; without it the planner joins whole tables and is
// about 60 times slower.
function rollupRows(dimension: Dimension, segments: readonly Segment[]): RawBuilder<unknown> {
  return sql`
    select x.k1, x.k2, x.k3, x.n, x.amount from ${segmentRows(segments)}
    cross join lateral (
      select r.k1, r.k2, r.k3, r.n, r.amount from dimension_rollups r
      where r.project_id = p.id and r.dimension = ${DIMENSIONS[dimension].number}::smallint
        and r.level = s.level and r.bucket >= s.low and r.bucket < s.high offset 0) x`
}

function rawRows(dimension: Dimension, edges: readonly Edge[]): RawBuilder<unknown> {
  const [k1, k2, k3] = DIMENSIONS[dimension].keys.map((key) => sql.raw(key))
  const { counted } = SOURCE_ROWS[SOURCE.purchases]
  return sql`
    select x.k1, x.k2, x.k3, x.n, x.amount from ${edgeRows(edges)}
    cross join lateral (
      select ${k1} as k1, ${k2} as k2, ${k3} as k3, 1::bigint as n, t.payment_usd_amount as amount
      from transactions t
      where t.project_id = p.id and t.created_at >= e.low and t.created_at < e.high
        and ${sql.raw(counted)} offset 0) x`
}

// The float comes first because it compares faster; it never changes the order.
const LARGEST_FIRST = sql`amount::double precision desc, amount desc, n desc, k1, k2, k3`

function everyRow(projects: readonly string[], sums: RawBuilder<unknown>) {
  return sql<DimensionSum>`
    select p.id as project_id, x.k1, x.k2, x.k3, x.n, round(x.amount, 2) as amount
    from ${projectRows(projects)} cross join lateral (${sums}) x
    order by project_id, x.amount desc, n desc, k1, k2, k3`
}

/** The rest is the difference to the sums over time: faster than to sum the other rows. */
function topRows(projects: readonly string[], sums: RawBuilder<unknown>, top: number, plan: Plan) {
  return sql<DimensionSum>`
    with largest as materialized (
      select p.id as project_id, x.k1, x.k2, x.k3, x.n, x.amount
      from ${projectRows(projects)}
      cross join lateral (select * from (${sums}) y order by ${LARGEST_FIRST} limit ${top}) x)
    select project_id, k1, k2, k3, n, round(amount, 2) as amount from largest
    union all
    select project_id, 'other', 'other', 'other', (whole.n - shown.n)::bigint,
      round(whole.amount - shown.amount, 2)
    from (select project_id, sum(n) as n, sum(amount) as amount
      from (${plannedRows(SOURCE.purchases, projects, plan, sumFigures(SOURCE.purchases))}) x group by 1) whole
    join (select project_id, sum(n) as n, sum(amount) as amount from largest group by 1) shown
      using (project_id)
    where whole.n <> shown.n`
}
