import { sql, type RawBuilder } from 'kysely'
import type { Source } from './pieces.ts'

/** Rows of `time_rollups` or `dimension_rollups` of the project `$project` as they have to be. */
export interface Derivation {
  source: Source
  table: 'time_rollups' | 'dimension_rollups'
  /** For people: "purchases by hour". */
  what: string
  /** Says which rows of the table these are. */
  where: RawBuilder<unknown>
  /** Says which of them are of nothing any more: these are left where they are. */
  empty: RawBuilder<unknown>
  /** All columns of the table, in its order. */
  rows: (project: string) => RawBuilder<unknown>
}

const quarter = (at: string) => sql.raw(`date_bin('15 minutes', ${at}, '2000-01-01 00:00Z')`)
const hour = (at: string) => sql.raw(`date_bin('1 hour', ${at}, '2000-01-01 00:00Z')`)
const day = (at: string) => sql.raw(`date_bin('1 day', ${at}, '2000-01-01 00:00Z')`)
const third = (at: string) => sql.raw(`third_of_month(${at})`)
const month = (at: string) =>
  sql.raw(`date_trunc('month', ${at} at time zone 'UTC') at time zone 'UTC'`)

const LEVEL_NAMES = {
  q: '15 minutes',
  h: 'hour',
  d: 'day',
  t: 'third of a month',
  m: 'month',
  a: 'all time',
} as const
type LevelName = keyof typeof LEVEL_NAMES

/** The last class is the rest. */
const DEPOSIT_PLACES = [1, 2, 3] as const
const DEPOSIT_COLUMNS = ['first_deposits', 'second_deposits', 'third_deposits']

const SOURCES = [
  {
    source: 'p',
    what: 'purchases',
    table: `transactions`,
    amount: 'payment_usd_amount',
    where: `and status = 'completed'`,
    deposits: DEPOSIT_PLACES.map((place) => `count(*) filter (where deposit_class = ${place})`),
  },
  {
    source: 'r',
    what: 'registrations',
    table: `wallets`,
    amount: '(first_purchase_at is not null)::integer',
    where: '',
    deposits: DEPOSIT_PLACES.map(() => '0::bigint'),
  },
  {
    source: 'y',
    what: 'referral payouts',
    table: `referral_payouts`,
    amount: 'amount_before_gas',
    where: '',
    deposits: DEPOSIT_PLACES.map(() => '0::bigint'),
  },
] as const

const UTM_PLUS = 5

const KEYS = [
  [1, 'countries', 'sale_label(country, 160)', `''`, `''`],
  [2, 'currencies', 'sale_label(payment_token_name, 160)', `''`, `''`],
  [3, 'referrers', 'sale_label(referrer, 500)', `''`, `''`],
  [4, 'UTM sources', 'sale_label(utm_source, 160)', `''`, `''`],
  [
    UTM_PLUS,
    'UTM Plus',
    'sale_label(utm_source, 160)',
    'sale_label(utm_medium, 160)',
    'sale_label(country, 160)',
  ],
] as const

function timeDerivations(): Derivation[] {
  return SOURCES.flatMap(({ source, what, table, amount, where, deposits }): Derivation[] => {
    const level = (
      name: LevelName,
      rows: (project: string) => RawBuilder<unknown>,
    ): Derivation => ({
      source,
      table: 'time_rollups',
      what: `${what} by ${LEVEL_NAMES[name]}`,
      where: sql`source = ${sql.lit(source)} and level = ${sql.lit(name)}`,
      empty: sql`(n, amount, ${sql.raw(DEPOSIT_COLUMNS.join(', '))}) = (0, 0, 0, 0, 0)`,
      rows,
    })
    const from = (name: LevelName, finer: LevelName, bucket: RawBuilder<unknown>) =>
      level(
        name,
        (project) => sql`
        select project_id, source, ${sql.lit(name)}::"char", ${bucket} as at, sum(n)::bigint, sum(amount),
          ${sql.raw(DEPOSIT_COLUMNS.map((column) => `sum(${column})::bigint`).join(', '))}
        from time_rollups
        where project_id = ${project} and source = ${sql.lit(source)} and level = ${sql.lit(finer)}
        group by project_id, source, at having sum(n) <> 0 order by at`,
      )
    return [
      level(
        'q',
        (project) => sql`
        select project_id, ${sql.lit(source)}::"char", 'q'::"char", ${quarter('created_at')} as at,
          count(*), sum(${sql.raw(amount)})::numeric, ${sql.raw(deposits.join(', '))}
        from ${sql.raw(table)} where project_id = ${project} ${sql.raw(where)}
        group by project_id, at order by at`,
      ),
      from('h', 'q', hour('bucket')),
      from('d', 'h', day('bucket')),
      from('m', 'd', month('bucket')),
    ]
  })
}

function dimensionDerivations(): Derivation[] {
  return KEYS.flatMap(([dimension, what, k1, k2, k3]): Derivation[] => {
    const level = (
      name: LevelName,
      rows: (project: string) => RawBuilder<unknown>,
    ): Derivation => ({
      source: 'p',
      table: 'dimension_rollups',
      what: `${what} by ${LEVEL_NAMES[name]}`,
      where: sql`dimension = ${sql.lit(dimension)} and level = ${sql.lit(name)}`,
      empty: sql`(n, amount) = (0, 0)`,
      rows,
    })
    const from = (name: LevelName, finer: LevelName, bucket: RawBuilder<unknown>) =>
      level(
        name,
        (project) => sql`
        select project_id, dimension, ${sql.lit(name)}::"char", ${bucket} as at, k1, k2, k3,
          sum(n)::bigint, sum(amount)
        from dimension_rollups where project_id = ${project}
          and dimension = ${sql.lit(dimension)} and level = ${sql.lit(finer)}
        group by project_id, dimension, at, k1, k2, k3 having sum(n) <> 0 order by at, k1, k2, k3`,
      )
    return [
      level(
        'd',
        (project) => sql`
        select project_id, ${sql.lit(dimension)}::smallint, 'd'::"char", ${day('created_at')} as at,
          ${sql.raw(k1)} as k1, ${sql.raw(k2)} as k2, ${sql.raw(k3)} as k3,
          count(*), sum(payment_usd_amount)
        from transactions where project_id = ${project} and status = 'completed'
        group by project_id, at, k1, k2, k3 order by at, k1, k2, k3`,
      ),
      ...(dimension === UTM_PLUS
        ? [from('t', 'd', third('bucket')), from('m', 't', month('bucket'))]
        : [from('m', 'd', month('bucket'))]),
      from('a', 'm', sql`'-infinity'::timestamptz`),
    ]
  })
}

/** Every rollup, in an order in which each is made of raw rows or of those before it. */
export const DERIVATIONS: readonly Derivation[] = [...timeDerivations(), ...dimensionDerivations()]
