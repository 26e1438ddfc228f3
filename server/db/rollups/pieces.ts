import { sql, type RawBuilder } from 'kysely'
import { isCounted, SOURCE_ROWS, type Source } from './definition.ts'
import type { Edge, Segment } from './plan.ts'

interface RawRows {
  table: RawBuilder<unknown>
  /** The condition on the row. */
  counted: RawBuilder<unknown>
  amount: RawBuilder<unknown>
}

/** Whether a purchase counts; `row` prefixes its columns: `t.`, or nothing. */
export const whereCounted = (row: string): RawBuilder<boolean> => sql.raw(isCounted(row))

/** The raw rows of a source, as SQL. */
export function rawOf(source: Source): RawRows {
  const { table, view, counted, amount } = SOURCE_ROWS[source]
  return {
    table: sql.table(view ?? table),
    counted: sql.raw(counted('')),
    amount: sql.raw(`(${amount})::numeric`),
  }
}

/** A column of `time_rollups`, and what one raw row adds to it. */
export interface Figure {
  name: 'n' | 'amount' | `${'first' | 'second' | 'third'}_deposits`
  raw: RawBuilder<unknown>
}

const COUNT: Figure = { name: 'n', raw: sql`1::bigint` }
const deposit = (name: Figure['name'], position: number): Figure => ({
  name,
  raw: sql`(deposit_class is not distinct from ${sql.lit(position)})::integer`,
})

/** The number of rows and their amount. */
export const sumFigures = (source: Source): readonly Figure[] => [
  COUNT,
  { name: 'amount', raw: rawOf(source).amount },
]

/** The number of purchases that were the first of their wallet. */
export const FIRST_DEPOSITS = deposit('first_deposits', 1)

/** The number of purchases, and how many were their wallet's first, second and third. */
export const DEPOSIT_FIGURES: readonly Figure[] = [
  COUNT,
  FIRST_DEPOSITS,
  deposit('second_deposits', 2),
  deposit('third_deposits', 3),
]

/** Instants as an array. Numbers, because dates take longer to write and to read. */
export function instants(values: readonly number[]): RawBuilder<unknown> {
  return sql`array(select to_timestamp(at) from unnest(
    ${`{${values.map((at) => at / 1000).join(',')}}`}::double precision[]) as at)`
}

/** `s(level, low, high, slot)`: one row per segment. */
export function segmentRows(
  segments: readonly Segment[],
  slots: readonly number[] = segments.map(() => 0),
): RawBuilder<unknown> {
  return sql`unnest(${segments.map((one) => one.level)}::text[]::"char"[],
    ${instants(segments.map((one) => one.from))}, ${instants(segments.map((one) => one.to))},
    ${slots}::integer[]) as s (level, low, high, slot)`
}

/** `e(low, high)`: one row per range of raw rows. */
export function edgeRows(edges: readonly Edge[]): RawBuilder<unknown> {
  return sql`unnest(${instants(edges.map((one) => one.from))},
    ${instants(edges.map((one) => one.to))}) as e (low, high)`
}

/** `p(id)`: one row per project. */
export function projectRows(projects: readonly string[]): RawBuilder<unknown> {
  return sql`unnest(${projects}::text[]) as p (id)`
}
