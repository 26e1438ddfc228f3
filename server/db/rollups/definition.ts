import { MAX_LABEL_LENGTH, MAX_REFERRER_LENGTH } from '#src/wire/ingest.ts'

// What the rollups sum. The triggers, the queries and the rebuild all use these definitions. SQL
// here names the columns of a raw row without an alias.

/** What a rollup counts, as stored in `time_rollups.source`. */
export const SOURCE = {
  purchases: 'p',
  refunds: 'f',
  registrations: 'r',
  payouts: 'y',
  bonuses: 'b',
  all: 'a',
} as const
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

/** SQL: whether a purchase of this status counts. A voided purchase counts nowhere. */
const countsAs = (status: 'completed' | 'refunded') => (row: string) =>
  `(${row}status = '${status}' and ${row}voided_at is null)`

/** SQL: whether a purchase counts in figures, totals and bonuses. `row` prefixes its columns: `t.`, or nothing. */
export const isCounted = countsAs('completed')

/** What a wallet has of its counted purchases `t`, which a left join may leave empty. */
export const PURCHASE_SUMS = `count(t.id) n, min(t.created_at) first,
      coalesce(sum(t.payment_usd_amount), 0) usd, coalesce(sum(t.tokens_bought), 0) tokens`

interface SourceRows {
  /** For people. */
  name: string
  table: 'transactions' | 'wallets' | 'referral_payouts' | 'bonus_transactions'
  /** Where the rows are read with their `created_at`, if not in the table. */
  view?: 'purchase_bonuses'
  /** SQL: whether a row counts. `row` prefixes its columns: `t.`, or nothing. */
  counted: (row: string) => string
  /** What a row adds to `amount`: USD, tokens, or 1 for a registration that has bought. */
  amount: string
}

export const SOURCE_ROWS: Record<Source, SourceRows> = {
  [SOURCE.purchases]: {
    name: 'purchases',
    table: 'transactions',
    counted: isCounted,
    amount: 'payment_usd_amount',
  },
  [SOURCE.refunds]: {
    name: 'refunds',
    table: 'transactions',
    counted: countsAs('refunded'),
    amount: 'payment_usd_amount',
  },
  [SOURCE.registrations]: {
    name: 'registrations',
    table: 'wallets',
    counted: () => 'true',
    amount: '(first_purchase_at is not null)::integer',
  },
  [SOURCE.payouts]: {
    name: 'referral payouts',
    table: 'referral_payouts',
    counted: () => 'true',
    amount: 'amount_before_gas',
  },
  // A bonus counts with its purchase: at the purchase's time, while it is completed.
  [SOURCE.bonuses]: {
    name: 'bonuses',
    table: 'bonus_transactions',
    view: 'purchase_bonuses',
    counted: isCounted,
    amount: 'bonus_token_amount',
  },
  // Also those that do not count, which add no tokens.
  [SOURCE.all]: {
    name: 'all purchases',
    table: 'transactions',
    counted: () => 'true',
    amount: `case when ${isCounted('')} then coalesce(tokens_bought, 0) else 0 end`,
  },
}

export type Dimension =
  | 'country'
  | 'currency'
  | 'referrer'
  | 'channel'
  | 'utm_plus'
  | 'registration_channel'
  | 'proof'

/** Sums that only some dimensions have; in the others these columns of `dimension_rollups` are 0. */
export const FURTHER_SUMS = ['first_deposits', 'second_deposits', 'paid'] as const
export type FurtherSum = (typeof FURTHER_SUMS)[number]

interface DimensionKeys {
  /** In `dimension_rollups.dimension`. */
  number: number
  /** For people. */
  name: string
  /** Whose rows it sums. */
  source: typeof SOURCE.purchases | typeof SOURCE.registrations
  /** k1, k2, k3 of a row. A row whose k1 is null is in no sum. */
  keys: readonly [string, string, string]
  /** What a row adds to `amount`. */
  amount: string
  /** What a row adds to the further sums that it has. */
  further: Partial<Record<FurtherSum, string>>
  /** Also summed by thirds of a month: these have the most rows per day. */
  hasThirds?: true
}

// A key is cut to fit an index row; null and '' have one label.
const label = (column: string, maxLength = MAX_LABEL_LENGTH) =>
  `sale_label(${column}, ${maxLength})`
/** A key that the dimension does not have. */
export const NO_KEY = `''`
const PURCHASES = { source: SOURCE.purchases, amount: 'payment_usd_amount', further: {} } as const
const DEPOSITS = {
  first_deposits: '(deposit_class is not distinct from 1)::integer',
  second_deposits: '(deposit_class is not distinct from 2)::integer',
}

/**
 * Whether a wallet bought within 7 days of its registration. Hours, because days depend on the zone
 * of the connection.
 */
export const isConverted = (row: string) =>
  `coalesce(${row}first_purchase_at < ${row}created_at + interval '168 hours', false)`

export const DIMENSIONS: Record<Dimension, DimensionKeys> = {
  country: { ...PURCHASES, number: 1, name: 'countries', keys: [label('country'), NO_KEY, NO_KEY] },
  currency: {
    ...PURCHASES,
    number: 2,
    name: 'currencies',
    keys: [label('payment_token_name'), NO_KEY, NO_KEY],
    further: { paid: 'payment_token_amount' },
  },
  referrer: {
    ...PURCHASES,
    number: 3,
    name: 'referrers',
    keys: [label('referrer', MAX_REFERRER_LENGTH), NO_KEY, NO_KEY],
  },
  channel: {
    ...PURCHASES,
    number: 4,
    name: 'channels',
    keys: [label('utm_source'), label('utm_medium'), NO_KEY],
    further: DEPOSITS,
  },
  utm_plus: {
    ...PURCHASES,
    number: 5,
    name: 'UTM Plus',
    keys: [label('utm_source'), label('utm_medium'), label('country')],
    further: DEPOSITS,
    hasThirds: true,
  },
  registration_channel: {
    source: SOURCE.registrations,
    number: 6,
    name: 'channels of registrations',
    keys: [label('utm_source'), label('utm_medium'), label('country')],
    amount: `${isConverted('')}::integer`,
    further: {},
    hasThirds: true,
  },
  proof: { ...PURCHASES, number: 7, name: 'proofs', keys: ['proof_state', NO_KEY, NO_KEY] },
}

/** The dimensions of one source. */
export const dimensionsOf = (source: Source): DimensionKeys[] =>
  Object.values(DIMENSIONS).filter((one) => one.source === source)

/** The start of the UTC bucket of a level that the timestamptz `at` falls in. */
export const BUCKET_OF: Record<Level, (at: string) => string> = {
  [LEVEL.quarterHour]: (at) => `date_bin('15 minutes', ${at}, '2000-01-01 00:00Z')`,
  [LEVEL.hour]: (at) => `date_bin('1 hour', ${at}, '2000-01-01 00:00Z')`,
  [LEVEL.day]: (at) => `date_bin('1 day', ${at}, '2000-01-01 00:00Z')`,
  [LEVEL.third]: (at) => `third_of_month(${at})`,
  [LEVEL.month]: (at) => `date_trunc('month', ${at} at time zone 'UTC') at time zone 'UTC'`,
  [LEVEL.allTime]: () => `'-infinity'::timestamptz`,
}
