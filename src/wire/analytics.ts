import * as z from 'zod/mini'
import { read, type Calls } from './call.ts'
import { countSchema, figureSchema, instantSchema, perProject } from './primitives.ts'
import { projectsParam } from './query-params.ts'

export const unitSchema = z.enum(['hour', 'day', 'week', 'month', 'year'])
export const MAX_UTM_PLUS_ROWS = 2000
/** Buyers are counted in ranges with at most so many purchases: no sum of parts gives their number. */
export const MAX_COUNTED_PURCHASES = 100_000

const rangeParams = {
  projects: projectsParam,
  start_date: instantSchema,
  end_date: instantSchema,
}
const zoneParams = {
  /** A fixed offset such as `+05:45`. */
  timezone: z.optional(
    z.string().check(z.regex(/^[+-](0\d|1[0-4]):[0-5]\d$/, 'Must be an offset such as +02:00')),
  ),
  /** An IANA zone; an unknown name is ignored. */
  tz: z.optional(z.string().check(z.maxLength(100))),
}

export const rangeInOrder = z.refine<{ start_date: string; end_date: string }>(
  (query) => Date.parse(query.start_date) <= Date.parse(query.end_date),
  { error: 'Must not be before start_date', path: ['end_date'] },
)

/** Instants: `start_date` inclusive, `end_date` exclusive. `unit` absent means auto. */
export const graphQuerySchema = z
  .object({ ...rangeParams, ...zoneParams, unit: z.optional(unitSchema) })
  .check(rangeInOrder)
export type GraphQuery = z.infer<typeof graphQuerySchema>

/** The params of a call over a range; check an object of them with `rangeInOrder`. */
export const rangeQueryParams = { ...rangeParams, ...zoneParams }
export const rangeQuerySchema = z.object(rangeQueryParams).check(rangeInOrder)
export type RangeQuery = z.infer<typeof rangeQuerySchema>

const purchaseSums = { total_transactions: countSchema, total_amount: figureSchema }

/** Sparse rows: empty buckets are left out. `date` is the start of the bucket, with the requested offset. */
export const transactionRecordsSchema = perProject(
  z.array(z.object({ date: instantSchema, ...purchaseSums })),
)
export const transactionSummarySchema = perProject(z.array(z.object(purchaseSums)))

const referralSums = { total_referrals: countSchema, total_amount_before_gas: figureSchema }
export const referralRecordsSchema = perProject(
  z.array(z.object({ date: instantSchema, ...referralSums })),
)
export const referralSummarySchema = perProject(z.array(z.object(referralSums)))

const registrationSums = { total_registrations: countSchema }
export const registrationRecordsSchema = perProject(
  z.array(z.object({ date: instantSchema, ...registrationSums })),
)
export const registrationSummarySchema = perProject(z.array(z.object(registrationSums)))
export const conversionsSchema = perProject(
  z.object({ registrations: z.array(z.object(registrationSums)), converted_users: countSchema }),
)

// Older servers omit a missing dimension or send null; both mean Unknown.
const labelSchema = z.nullish(z.string())
// A server may send only one of the two sums: total_amount or total_transactions.
const rankedSums = {
  total_amount: z.optional(figureSchema),
  total_transactions: z.optional(countSchema),
}

export const countriesSchema = perProject(
  z.array(z.object({ country: labelSchema, ...rankedSums })),
)
export const currenciesSchema = perProject(
  z.array(z.object({ currency: labelSchema, ...rankedSums })),
)
export const referrersSchema = perProject(
  z.array(z.object({ referrer: labelSchema, ...rankedSums })),
)
export const utmSourcesSchema = perProject(
  z.array(z.object({ utm_source: labelSchema, ...rankedSums })),
)
export const utmPlusSchema = perProject(
  z.array(
    z.object({
      utm_source: labelSchema,
      utm_medium: labelSchema,
      country: labelSchema,
      ...rankedSums,
    }),
  ),
)
export const depositsSchema = perProject(
  z.array(
    z.object({
      total: countSchema,
      first_time_deposits: countSchema,
      second_time_deposits: countSchema,
      third_time_deposits: countSchema,
      additional_deposits: countSchema,
    }),
  ),
)

export type Conversions = z.infer<typeof conversionsSchema>
export type Deposits = z.infer<typeof depositsSchema>

export const analyticsCalls = {
  listTransactionRecords: {
    scope: 'figures',
    ...read,
    path: '/transactions/records',
    summary: 'Purchases by time bucket',
    roles: 'finance',
    query: graphQuerySchema,
    response: transactionRecordsSchema,
  },

  getTransactionSummary: {
    scope: 'figures',
    ...read,
    path: '/transactions/summary',
    summary: 'Purchases in total',
    roles: 'finance',
    query: graphQuerySchema,
    response: transactionSummarySchema,
  },

  listReferralRecords: {
    scope: 'figures',
    ...read,
    path: '/referrals',
    summary: 'Referral payouts by time bucket',
    roles: 'finance',
    query: graphQuerySchema,
    response: referralRecordsSchema,
  },

  getReferralSummary: {
    scope: 'figures',
    ...read,
    path: '/referrals/summary',
    summary: 'Referral payouts in total',
    roles: 'finance',
    query: graphQuerySchema,
    response: referralSummarySchema,
  },

  listRegistrationRecords: {
    scope: 'figures',
    ...read,
    path: '/registrations',
    summary: 'Registered wallets by time bucket',
    roles: 'any',
    query: graphQuerySchema,
    response: registrationRecordsSchema,
  },

  getRegistrationSummary: {
    scope: 'figures',
    ...read,
    path: '/registrations/summary',
    summary: 'Registered wallets in total',
    roles: 'any',
    query: graphQuerySchema,
    response: registrationSummarySchema,
  },

  getConversions: {
    scope: 'figures',
    ...read,
    path: '/registrations/conversions',
    summary: 'Registered wallets that have purchased',
    roles: 'any',
    query: rangeQuerySchema,
    response: conversionsSchema,
  },

  listCountries: {
    scope: 'figures',
    ...read,
    path: '/countries/summary',
    summary: 'Purchases by country',
    roles: 'finance',
    query: rangeQuerySchema,
    response: countriesSchema,
  },

  listCurrencies: {
    scope: 'figures',
    ...read,
    path: '/currencies/summary',
    summary: 'Purchases by payment currency',
    roles: 'finance',
    query: rangeQuerySchema,
    response: currenciesSchema,
  },

  getDeposits: {
    scope: 'figures',
    ...read,
    path: '/deposits/summary',
    summary: "Purchases by their place in the wallet's history",
    roles: 'finance',
    query: rangeQuerySchema,
    response: depositsSchema,
  },

  listReferrers: {
    scope: 'figures',
    ...read,
    path: '/referrers/summary',
    summary: 'Purchases by referrer',
    roles: 'finance',
    query: rangeQuerySchema,
    response: referrersSchema,
  },

  listUtmSources: {
    scope: 'figures',
    ...read,
    path: '/utm/summary',
    summary: 'Purchases by UTM source',
    roles: 'finance',
    query: rangeQuerySchema,
    response: utmSourcesSchema,
  },

  listUtmPlus: {
    scope: 'figures',
    ...read,
    path: '/utm-plus/summary',
    summary: 'Purchases by UTM source, medium and country',
    roles: 'finance',
    query: rangeQuerySchema,
    response: utmPlusSchema,
  },
} satisfies Calls
