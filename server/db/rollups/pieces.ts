import { sql, type RawBuilder } from 'kysely'
import type { Edge, Segment } from './plan.ts'

/** What a rollup over time counts: purchases, registrations, referral payouts. */
export type Source = 'p' | 'r' | 'y'

interface RawSource {
  table: RawBuilder<unknown>
  /** Condition on the row `t`. */
  counted: RawBuilder<unknown>
  amount: RawBuilder<unknown>
}

export const RAW: Record<Source, RawSource> = {
  p: {
    table: sql`transactions`,
    counted: sql`t.status = 'completed'`,
    amount: sql`t.payment_usd_amount`,
  },
  r: {
    table: sql`wallets`,
    counted: sql`true`,
    amount: sql`(t.first_purchase_at is not null)::integer::numeric`,
  },
  y: { table: sql`referral_payouts`, counted: sql`true`, amount: sql`t.amount_before_gas` },
}

/** A column of `time_rollups`, and what one raw row `t` adds to it. */
export interface Figure {
  name: 'n' | 'amount' | `${'first' | 'second' | 'third'}_deposits`
  raw: RawBuilder<unknown>
}

const COUNT: Figure = { name: 'n', raw: sql`1::bigint` }
const deposit = (name: Figure['name'], place: number): Figure => ({
  name,
  raw: sql`(t.deposit_class is not distinct from ${sql.lit(place)})::integer`,
})

/** How many, and their amount. */
export const sumFigures = (source: Source): readonly Figure[] => [
  COUNT,
  { name: 'amount', raw: RAW[source].amount },
]

/** Of purchases: how many, and how many of them were their wallet's first, second and third. */
export const DEPOSIT_FIGURES: readonly Figure[] = [
  COUNT,
  deposit('first_deposits', 1),
  deposit('second_deposits', 2),
  deposit('third_deposits', 3),
]

/** Instants as a parameter for `unnest`. */
export function instants(values: readonly number[]): RawBuilder<unknown> {
  return sql`${values.map((at) => new Date(at).toISOString())}::timestamptz[]`
}

/** `segments(level, low, high, slot)`: one row per segment; slot is its place in `slots`. */
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
