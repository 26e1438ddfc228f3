import { MAX_LABEL_LENGTH, MAX_REFERRER_LENGTH } from '#src/wire/ingest.ts'

// What the rollups sum. The triggers, the queries and the rebuild all use these definitions. SQL
// here names the columns of a raw row without an alias.

/** What a rollup counts, as stored in `time_rollups.source`. */
export const SOURCE = { purchases: 'p', registrations: 'r', payouts: 'y' } as const
export type Source = (typeof SOURCE)[keyof typeof SOURCE]

/**
 * Widths of buckets, as stored in `level`, all in UTC. 15 minutes is the finest step of any zone's
 * offset. Thirds of a month start on the 1st, 11th and 21st.
 */
export const LEVEL = {
  quarterHour: 'q',
  hour: 'h',
  day: 'd',
  third: 't',
  month: 'm',
  allTime: 'a',
} as const
export type Level = (typeof LEVEL)[keyof typeof LEVEL]

interface SourceRows {
  /** For people. */
  name: string
  table: 'transactions' | 'wallets' | 'referral_payouts'
  /** The rows that count. */
  counted: string
  /** What a row adds to `amount`: USD, or 1 for a registration that has bought. */
  amount: string
}

export const SOURCE_ROWS: Record<Source, SourceRows> = {
  [SOURCE.purchases]: {
    name: 'purchases',
    table: 'transactions',
    counted: `status = 'completed'`,
    amount: 'payment_usd_amount',
  },
  [SOURCE.registrations]: {
    name: 'registrations',
    table: 'wallets',
    counted: 'true',
    amount: '(first_purchase_at is not null)::integer',
  },
  [SOURCE.payouts]: {
    name: 'referral payouts',
    table: 'referral_payouts',
    counted: 'true',
    amount: 'amount_before_gas',
  },
}

export type Dimension = 'country' | 'currency' | 'referrer' | 'utm_source' | 'utm_plus'

interface DimensionKeys {
  /** In `dimension_rollups.dimension`. */
  number: number
  /** For people. */
  name: string
  /** k1, k2, k3 of a purchase. */
  keys: readonly [string, string, string]
  /** Also summed by thirds of a month: UTM Plus has the most rows per day. */
  hasThirds?: true
}

// A key is cut to fit an index row; null and '' have one label.
const label = (column: string, maxLength = MAX_LABEL_LENGTH) =>
  `sale_label(${column}, ${maxLength})`
const NO_KEY = `''`

export const DIMENSIONS: Record<Dimension, DimensionKeys> = {
  country: { number: 1, name: 'countries', keys: [label('country'), NO_KEY, NO_KEY] },
  currency: { number: 2, name: 'currencies', keys: [label('payment_token_name'), NO_KEY, NO_KEY] },
  referrer: {
    number: 3,
    name: 'referrers',
    keys: [label('referrer', MAX_REFERRER_LENGTH), NO_KEY, NO_KEY],
  },
  utm_source: { number: 4, name: 'UTM sources', keys: [label('utm_source'), NO_KEY, NO_KEY] },
  utm_plus: {
    number: 5,
    name: 'UTM Plus',
    keys: [label('utm_source'), label('utm_medium'), label('country')],
    hasThirds: true,
  },
}

/** The start of the UTC bucket of a level that the timestamptz `at` falls in. */
export const BUCKET_OF: Record<Level, (at: string) => string> = {
  [LEVEL.quarterHour]: (at) => `date_bin('15 minutes', ${at}, '2000-01-01 00:00Z')`,
  [LEVEL.hour]: (at) => `date_bin('1 hour', ${at}, '2000-01-01 00:00Z')`,
  [LEVEL.day]: (at) => `date_bin('1 day', ${at}, '2000-01-01 00:00Z')`,
  [LEVEL.third]: (at) => `third_of_month(${at})`,
  [LEVEL.month]: (at) => `date_trunc('month', ${at} at time zone 'UTC') at time zone 'UTC'`,
  [LEVEL.allTime]: () => `'-infinity'::timestamptz`,
}
