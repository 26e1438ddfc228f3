import { sql, type RawBuilder } from 'kysely'
import type { TimeRange } from '#src/domain/calendar.ts'
import { MAX_LABEL_LENGTH, MAX_REFERRER_LENGTH } from '#src/wire/ingest.ts'
import type { Db } from './open.ts'
import { edgeRows, projectRows, segmentRows, sumFigures } from './rollups/pieces.ts'
import {
  balanceRange,
  ceilTo,
  floorTo,
  planRange,
  type Balance,
  type Edge,
  type Level,
  type Plan,
  type Segment,
} from './rollups/plan.ts'
import { findBounds, inSnapshot } from './rollups/snapshot.ts'
import { plannedRows } from './rollups/time-parts.ts'

export type Dimension = 'country' | 'currency' | 'referrer' | 'utm_source' | 'utm_plus'

/** Purchases that share their keys. Keys that a dimension doesn't have are empty. */
export interface DimensionSum {
  project_id: string
  k1: string
  k2: string
  k3: string
  n: number
  /** USD: the exact sum, rounded to cents */
  amount: string
}

// As the triggers of migrations/002-rollups.ts make their keys.
const label = (column: string, longest = MAX_LABEL_LENGTH) =>
  sql`sale_label(${sql.ref(`t.${column}`)}, ${sql.lit(longest)})`
const none = sql`''`

interface Kept {
  /** in `dimension_rollups` */
  number: number
  /** of a raw row */
  keys: readonly RawBuilder<unknown>[]
  /** UTM Plus has so many rows a day that it is kept by thirds of a month too. */
  levels?: readonly Level[]
}

const DIMENSIONS: Record<Dimension, Kept> = {
  country: { number: 1, keys: [label('country'), none, none] },
  currency: { number: 2, keys: [label('payment_token_name'), none, none] },
  referrer: { number: 3, keys: [label('referrer', MAX_REFERRER_LENGTH), none, none] },
  utm_source: { number: 4, keys: [label('utm_source'), none, none] },
  utm_plus: {
    number: 5,
    keys: [label('utm_source'), label('utm_medium'), label('country')],
    levels: ['m', 't', 'd'],
  },
}

/**
 * Completed purchases of the range by their keys, the largest amount of a project first.
 * @param top at most so many of each project; the others are one row `other`, `other`, `other`
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
    const bounds = await findBounds(tx, 'p', projects)
    if (!bounds || range.start > bounds.last || range.end <= bounds.first) return []
    const hasFirst = range.start <= bounds.first
    const hasLast = range.end > bounds.last
    // No rows lie beyond the bounds, so a range that reaches them may end on whole months.
    const from = hasFirst ? floorTo('m', bounds.first) : range.start
    const to = hasLast ? ceilTo('m', bounds.last) : range.end
    const sums =
      hasFirst && hasLast
        ? allTime(dimension)
        : inRange(
            dimension,
            balanceRange(from, to, DIMENSIONS[dimension].levels ?? ['m', 'd'], bounds.last),
          )
    const { rows } = await (
      top === undefined
        ? everyRow(projects, sums)
        : topRows(projects, sums, top, planRange(from, to, ['m', 'd', 'h', 'q']))
    ).execute(tx)
    return rows
  })
}

/** k1, k2, k3, n, amount of the project `p.id` over all time. */
function allTime(dimension: Dimension): RawBuilder<unknown> {
  return sql`
    select r.k1, r.k2, r.k3, r.n, r.amount from dimension_rollups r
    where r.project_id = p.id and r.dimension = ${DIMENSIONS[dimension].number}::smallint
      and r.level = 'a' and r.bucket = '-infinity' and r.n <> 0`
}

/** k1, k2, k3, n, amount of the project `p.id` in the planned range. */
function inRange(dimension: Dimension, { add, less }: Balance): RawBuilder<unknown> {
  const more = piecesOf(dimension, add)
  const fewer = piecesOf(dimension, less).map(
    (piece) => sql`select k1, k2, k3, -n, -amount from (${piece}) x`,
  )
  return sql`
    select k1, k2, k3, sum(n)::bigint as n, sum(amount) as amount
    from (${sql.join([...more, ...fewer], sql` union all `)}) pieces
    group by k1, k2, k3 having sum(n) <> 0`
}

function piecesOf(dimension: Dimension, { segments, raw }: Plan): RawBuilder<unknown>[] {
  return [
    ...(segments.length > 0 ? [keptRows(dimension, segments)] : []),
    ...(raw.length > 0 ? [rawRows(dimension, raw)] : []),
  ]
}

// `offset 0` keeps one index walk per segment; without it the planner merges whole tables and is
// some 60 times slower.
function keptRows(dimension: Dimension, segments: readonly Segment[]): RawBuilder<unknown> {
  return sql`
    select x.k1, x.k2, x.k3, x.n, x.amount from ${segmentRows(segments)}
    cross join lateral (
      select r.k1, r.k2, r.k3, r.n, r.amount from dimension_rollups r
      where r.project_id = p.id and r.dimension = ${DIMENSIONS[dimension].number}::smallint
        and r.level = s.level and r.bucket >= s.low and r.bucket < s.high offset 0) x`
}

function rawRows(dimension: Dimension, edges: readonly Edge[]): RawBuilder<unknown> {
  const [k1, k2, k3] = DIMENSIONS[dimension].keys
  return sql`
    select x.k1, x.k2, x.k3, x.n, x.amount from ${edgeRows(edges)}
    cross join lateral (
      select ${k1} as k1, ${k2} as k2, ${k3} as k3, 1::bigint as n, t.payment_usd_amount as amount
      from transactions t
      where t.project_id = p.id and t.created_at >= e.low and t.created_at < e.high
        and t.status = 'completed' offset 0) x`
}

// By the amount; as a float first, which puts nothing in another order and is compared faster.
const LARGEST_FIRST = sql`amount::double precision desc, amount desc, n desc, k1, k2, k3`

function everyRow(projects: readonly string[], sums: RawBuilder<unknown>) {
  return sql<DimensionSum>`
    select p.id as project_id, x.k1, x.k2, x.k3, x.n, round(x.amount, 2) as amount
    from ${projectRows(projects)} cross join lateral (${sums}) x
    order by project_id, x.amount desc, n desc, k1, k2, k3`
}

/** The rest is what the sums over time have more: to sum all these rows as well takes longer. */
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
      from (${plannedRows('p', projects, plan, sumFigures('p'))}) x group by 1) whole
    join (select project_id, sum(n) as n, sum(amount) as amount from largest group by 1) shown
      using (project_id)
    where whole.n <> shown.n`
}
