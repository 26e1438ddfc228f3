import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import type { TimeRange } from '#src/domain/time/calendar.ts'
import {
  DIMENSIONS,
  LEVEL,
  NO_KEY,
  SOURCE_ROWS,
  type Dimension,
  type FurtherSum,
} from './definition.ts'
import { edgeRows, segmentRows } from './pieces.ts'
import {
  balanceRange,
  ceilTo,
  floorTo,
  type Balance,
  type Edge,
  type Plan,
  type PlanLevel,
  type Segment,
} from './plan.ts'
import { findBounds } from './snapshot.ts'

export type Key = 'k1' | 'k2' | 'k3'
/** A column of `dimension_rollups` that is summed. */
export type DimensionFigure = 'n' | 'amount' | FurtherSum

/** What to sum by the keys of a dimension. */
export interface DimensionSums {
  dimension: Dimension
  figures: readonly DimensionFigure[]
  /** The keys that stay apart; rows that differ in others are added up. */
  by: readonly Key[]
  /** Only rows with these keys. */
  only?: Partial<Record<Key, string>>
}

interface PlannedSums {
  /** The keys and exact sums of the project `p.id`, for a lateral join. Keys without rows are absent. */
  rows: RawBuilder<unknown>
  /** The range, on whole months where it reaches the first or last row of the projects. */
  range: TimeRange
}

/** Plans the sums of a range; null if no row of the projects lies in it. */
export async function planSums(
  tx: Db,
  sums: DimensionSums,
  projects: readonly string[],
  range: TimeRange,
): Promise<PlannedSums | null> {
  if (projects.length === 0 || range.start >= range.end) return null
  const bounds = await findBounds(tx, DIMENSIONS[sums.dimension].source, projects)
  if (!bounds || range.start > bounds.last || range.end <= bounds.first) return null
  const hasFirst = range.start <= bounds.first
  const hasLast = range.end > bounds.last
  // No rows lie outside the bounds, so a range that reaches them can end on whole months.
  const start = hasFirst ? floorTo(LEVEL.month, bounds.first) : range.start
  const end = hasLast ? ceilTo(LEVEL.month, bounds.last) : range.end
  const rows =
    hasFirst && hasLast
      ? allTime(sums)
      : inRange(sums, balanceRange(start, end, levelsOf(sums.dimension), bounds.last))
  return { rows, range: { start, end } }
}

function levelsOf(dimension: Dimension): PlanLevel[] {
  const { hasThirds } = DIMENSIONS[dimension]
  return hasThirds ? [LEVEL.month, LEVEL.third, LEVEL.day] : [LEVEL.month, LEVEL.day]
}

const keysOf = ({ by }: DimensionSums) => sql.join(by.map((key) => sql.ref(key)))
const onlyOf = ({ only = {} }: DimensionSums) =>
  Object.entries(only).map(([key, value]) => sql` and ${sql.ref(key)} = ${value}`)
const filterOf = (sums: DimensionSums) => sql.join([sql``, ...onlyOf(sums)], sql``)

const summed = (figures: readonly DimensionFigure[]) =>
  sql.join(
    figures.map((name) =>
      name === 'amount' || name === 'paid'
        ? sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`
        : sql`sum(${sql.ref(name)})::bigint as ${sql.ref(name)}`,
    ),
  )

function allTime(sums: DimensionSums): RawBuilder<unknown> {
  const { number, keys } = DIMENSIONS[sums.dimension]
  const apart: readonly string[] = sums.by
  const isUnique = keys.every((key, place) => key === NO_KEY || apart.includes(`k${place + 1}`))
  const rows = (columns: RawBuilder<unknown>) => sql`
    select ${columns} from dimension_rollups r
    where r.project_id = p.id and r.dimension = ${number}::smallint
      and r.level = ${sql.lit(LEVEL.allTime)} and r.bucket = '-infinity' and r.n <> 0${filterOf(sums)}`
  // With all its keys each row is a sum already; to group thousands of rows takes as long as to read them.
  if (isUnique) return rows(columnsOf(sums))
  return sql`${rows(sql`${keysOf(sums)}, ${summed(sums.figures)}`)} group by ${keysOf(sums)}`
}

function inRange(sums: DimensionSums, { add, subtract }: Balance): RawBuilder<unknown> {
  const negative = sql.join(sums.figures.map((name) => sql`-${sql.ref(name)}`))
  const added = piecesOf(sums, add)
  const subtracted = piecesOf(sums, subtract).map(
    (piece) => sql`select ${keysOf(sums)}, ${negative} from (${piece}) x`,
  )
  return sql`
    select ${keysOf(sums)}, ${summed(sums.figures)}
    from (${sql.join([...added, ...subtracted], sql` union all `)}) pieces
    group by ${keysOf(sums)} having sum(n) <> 0`
}

function piecesOf(sums: DimensionSums, { segments, raw }: Plan): RawBuilder<unknown>[] {
  return [
    ...(segments.length > 0 ? [rollupRows(sums, segments)] : []),
    ...(raw.length > 0 ? [rawRows(sums, raw)] : []),
  ]
}

const columnsOf = (sums: DimensionSums) =>
  sql.join([...sums.by, ...sums.figures].map((name) => sql.ref(name)))

// `offset 0` keeps one index scan per segment; without it the planner joins whole tables and is
// about 60 times slower.
function rollupRows(sums: DimensionSums, segments: readonly Segment[]): RawBuilder<unknown> {
  return sql`
    select ${columnsOf(sums)} from ${segmentRows(segments)}
    cross join lateral (
      select ${columnsOf(sums)} from dimension_rollups r
      where r.project_id = p.id and r.dimension = ${DIMENSIONS[sums.dimension].number}::smallint
        and r.level = s.level and r.bucket >= s.low and r.bucket < s.high${filterOf(sums)} offset 0) x`
}

function rawRows(sums: DimensionSums, edges: readonly Edge[]): RawBuilder<unknown> {
  const { source, keys, amount, further } = DIMENSIONS[sums.dimension]
  const { table, counted } = SOURCE_ROWS[source]
  const [k1, k2, k3] = keys.map((key) => sql.raw(key))
  const raw = { n: '1::bigint', amount: `(${amount})::numeric`, ...further }
  const figures = sql.join(
    sums.figures.map((name) => sql`${sql.raw(raw[name] ?? '0')} as ${sql.ref(name)}`),
  )
  return sql`
    select ${columnsOf(sums)} from ${edgeRows(edges)}
    cross join lateral (
      select ${k1} as k1, ${k2} as k2, ${k3} as k3, ${figures} from ${sql.table(table)} t
      where t.project_id = p.id and t.created_at >= e.low and t.created_at < e.high
        and ${sql.raw(counted(''))} and ${k1} is not null offset 0) x
    where true${filterOf(sums)}`
}
