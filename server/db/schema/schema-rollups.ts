import type { Decimal, DefaultedDecimal, Defaulted, Fixed, Instant } from './columns.ts'

// Sums of the rows of sales (rollups/definition.ts).

/** Sums per bucket of time, maintained by triggers (triggers/rollup-sums.ts). */
export interface TimeRollupsTable {
  project_id: Fixed<string>
  /** A `SOURCE` of rollups/definition.ts. */
  source: Fixed<string>
  /** 15 minutes, hour, day or month: a `LEVEL` of rollups/definition.ts. */
  level: Fixed<string>
  bucket: Instant
  n: number
  /** USD; tokens of all purchases; for registrations, the number that have bought. */
  amount: Decimal
  /** The purchases that were their wallet's first, second and third. */
  first_deposits: number
  second_deposits: number
  third_deposits: number
}

/** Sums of purchases with the same keys, maintained by triggers (triggers/rollup-sums.ts). */
export interface DimensionRollupsTable {
  project_id: Fixed<string>
  /** The `number` of rollups/definition.ts. */
  dimension: Fixed<number>
  /** Day, third of a month (UTM Plus only), month or all time (bucket -infinity). */
  level: Fixed<string>
  bucket: Instant
  k1: Fixed<string>
  k2: Fixed<string>
  k3: Fixed<string>
  n: number
  amount: Decimal
  first_deposits: Defaulted<number>
  second_deposits: Defaulted<number>
  /** In the payment token. */
  paid: DefaultedDecimal
}
