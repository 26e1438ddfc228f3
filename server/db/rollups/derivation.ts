import { sql, type RawBuilder } from 'kysely'
import {
  BUCKET_OF,
  DIMENSIONS,
  FURTHER_SUMS,
  LEVEL,
  SOURCE,
  SOURCE_ROWS,
  type FurtherSum,
  type Level,
  type Source,
} from './definition.ts'
import { stageDerivations } from './stage-derivations.ts'

/** The correct rows of a table of sums, or of one level of it. */
export interface Derivation {
  source: Source
  table:
    | 'time_rollups'
    | 'dimension_rollups'
    | `stage_${'rollups' | 'prices' | 'wallets' | 'buyers'}`
  /** For people: "purchases by hour". */
  what: string
  /** Selects these rows of the table. */
  where: RawBuilder<unknown>
  /** Selects rows that count nothing any more. They are not deleted. */
  empty: RawBuilder<unknown>
  /** All columns of the table, in its order. */
  rows: (project: string) => RawBuilder<unknown>
}

const LEVEL_NAMES: Record<Level, string> = {
  [LEVEL.quarterHour]: '15 minutes',
  [LEVEL.hour]: 'hour',
  [LEVEL.day]: 'day',
  [LEVEL.third]: 'third of a month',
  [LEVEL.month]: 'month',
  [LEVEL.allTime]: 'all time',
}

const bucketOf = (level: Level, column: string) => sql.raw(BUCKET_OF[level](column))

/** The fourth class is the rest. */
const DEPOSIT_CLASSES = [1, 2, 3]
const DEPOSIT_COLUMNS = ['first_deposits', 'second_deposits', 'third_deposits']

function timeDerivations(): Derivation[] {
  return Object.values(SOURCE).flatMap((source): Derivation[] => {
    const { name: what, table, view, counted, amount } = SOURCE_ROWS[source]
    const deposits = DEPOSIT_CLASSES.map((place) =>
      source === SOURCE.purchases
        ? `count(*) filter (where deposit_class = ${place})`
        : '0::bigint',
    )
    const level = (name: Level, rows: (project: string) => RawBuilder<unknown>): Derivation => ({
      source,
      table: 'time_rollups',
      what: `${what} by ${LEVEL_NAMES[name]}`,
      where: sql`source = ${sql.lit(source)} and level = ${sql.lit(name)}`,
      empty: sql`(n, amount, ${sql.raw(DEPOSIT_COLUMNS.join(', '))}) = (0, 0, 0, 0, 0)`,
      rows,
    })
    const from = (name: Level, finer: Level) =>
      level(
        name,
        (project) => sql`
        select project_id, source, ${sql.lit(name)}::"char", ${bucketOf(name, 'bucket')} as at, sum(n)::bigint, sum(amount),
          ${sql.raw(DEPOSIT_COLUMNS.map((column) => `sum(${column})::bigint`).join(', '))}
        from time_rollups
        where project_id = ${project} and source = ${sql.lit(source)} and level = ${sql.lit(finer)}
        group by project_id, source, at having sum(n) <> 0 order by at`,
      )
    return [
      level(
        LEVEL.quarterHour,
        (project) => sql`
        select project_id, ${sql.lit(source)}::"char", ${sql.lit(LEVEL.quarterHour)}::"char", ${bucketOf(LEVEL.quarterHour, 'created_at')} as at,
          count(*), sum(${sql.raw(amount)})::numeric, ${sql.raw(deposits.join(', '))}
        from ${sql.raw(view ?? table)} where project_id = ${project} and ${sql.raw(counted(''))}
        group by project_id, at order by at`,
      ),
      from(LEVEL.hour, LEVEL.quarterHour),
      from(LEVEL.day, LEVEL.hour),
      from(LEVEL.month, LEVEL.day),
    ]
  })
}

function dimensionDerivations(): Derivation[] {
  return Object.values(DIMENSIONS).flatMap((each): Derivation[] => {
    const { number: dimension, name: what, source, keys, amount, further, hasThirds } = each
    const { table, counted } = SOURCE_ROWS[source]
    const [k1, k2, k3] = keys
    const level = (name: Level, rows: (project: string) => RawBuilder<unknown>): Derivation => ({
      source,
      table: 'dimension_rollups',
      what: `${what} by ${LEVEL_NAMES[name]}`,
      where: sql`dimension = ${sql.lit(dimension)} and level = ${sql.lit(name)}`,
      empty: sql`(n, amount, ${sql.raw(FURTHER_SUMS.join(', '))}) = (0, 0, 0, 0, 0)`,
      rows,
    })
    const from = (name: Level, finer: Level) =>
      level(
        name,
        (project) => sql`
        select project_id, dimension, ${sql.lit(name)}::"char", ${bucketOf(name, 'bucket')} as at, k1, k2, k3,
          sum(n)::bigint, sum(amount), sum(first_deposits)::bigint, sum(second_deposits)::bigint, sum(paid)
        from dimension_rollups where project_id = ${project}
          and dimension = ${sql.lit(dimension)} and level = ${sql.lit(finer)}
        group by project_id, dimension, at, k1, k2, k3 having sum(n) <> 0 order by at, k1, k2, k3`,
      )
    const sum = (name: FurtherSum) => sql.raw(further[name] ? `sum(${further[name]})` : '0')
    return [
      level(
        LEVEL.day,
        (project) => sql`
        select project_id, ${sql.lit(dimension)}::smallint, ${sql.lit(LEVEL.day)}::"char", ${bucketOf(LEVEL.day, 'created_at')} as at,
          ${sql.raw(k1)} as k1, ${sql.raw(k2)} as k2, ${sql.raw(k3)} as k3,
          count(*), sum(${sql.raw(amount)})::numeric, ${sum('first_deposits')}::bigint,
          ${sum('second_deposits')}::bigint, ${sum('paid')}::numeric
        from ${sql.raw(table)}
        where project_id = ${project} and ${sql.raw(counted(''))} and ${sql.raw(k1)} is not null
        group by project_id, at, k1, k2, k3 order by at, k1, k2, k3`,
      ),
      ...(hasThirds
        ? [from(LEVEL.third, LEVEL.day), from(LEVEL.month, LEVEL.third)]
        : [from(LEVEL.month, LEVEL.day)]),
      from(LEVEL.allTime, LEVEL.month),
    ]
  })
}

/** Every rollup. Each is computed from raw rows or from rollups before it in this list. */
export const DERIVATIONS: readonly Derivation[] = [
  ...timeDerivations(),
  ...dimensionDerivations(),
  ...stageDerivations(),
]
