import * as z from 'zod/mini'
import { normalizeCountries } from '#src/api/country-labels.ts'
import { DEPOSIT_LABELS } from '#src/domain/money/ranked-rows.ts'
import type { RankedItem } from '#src/domain/money/ranked-rows.ts'
import { analyticsCalls, type Conversions, type Deposits } from '#src/wire/analytics.ts'
import { source } from './queries.ts'

export interface ConversionItem {
  project: string
  registrations: number
  converted: number
}

const sumsSchema = z.object({ project: z.string(), amount: z.number(), count: z.number() })
const graphItemSchema = z.extend(sumsSchema, { at: z.number() })
const rankedItemSchema = z.extend(sumsSchema, {
  label: z.nullable(z.string()),
  medium: z.optional(z.nullable(z.string())),
  country: z.optional(z.nullable(z.string())),
  sentCountry: z.optional(z.nullable(z.string())),
})
const conversionItemSchema = z.object({
  project: z.string(),
  registrations: z.number(),
  converted: z.number(),
})

type PerProject<Row> = Record<string, Row[]>
type Purchases = { total_amount?: number | undefined; total_transactions?: number | undefined }

/** The rows of all projects as one list, each with its project. */
function flatten<Row, Item>(
  response: PerProject<Row>,
  toItem: (row: Row) => Item,
): (Item & { project: string })[] {
  return Object.entries(response).flatMap(([project, rows]) =>
    rows.map((row) => ({ ...toItem(row), project })),
  )
}

const purchases = (row: Purchases) => ({
  amount: row.total_amount ?? 0,
  count: row.total_transactions ?? 0,
})
const referrals = (row: { total_amount_before_gas: number; total_referrals: number }) => ({
  amount: row.total_amount_before_gas,
  count: row.total_referrals,
})
const registrations = (row: { total_registrations: number }) => ({
  amount: 0,
  count: row.total_registrations,
})
const at = (row: { date: string }) => ({ at: Date.parse(row.date) })

/** Third deposits are part of the additional ones. */
export function toDepositItems(response: Deposits): RankedItem[] {
  const [first, second, additional] = DEPOSIT_LABELS
  return Object.entries(response).flatMap(([project, rows]) =>
    rows.flatMap((row) => {
      const later = row.third_time_deposits + row.additional_deposits
      return [
        { project, label: first, amount: 0, count: row.first_time_deposits },
        { project, label: second, amount: 0, count: row.second_time_deposits },
        { project, label: additional, amount: 0, count: later },
      ]
    }),
  )
}

/**
 * Limits conversions to registrations: a server that counts them at different times may send more,
 * and the unconverted count would be negative.
 */
export function toConversionItems(response: Conversions): ConversionItem[] {
  return Object.entries(response).map(([project, row]) => {
    const registered = row.registrations.reduce((sum, r) => sum + r.total_registrations, 0)
    const converted = Math.max(0, Math.min(row.converted_users, registered))
    return { project, registrations: registered, converted }
  })
}

export const transactionRecords = source({
  call: analyticsCalls.listTransactionRecords,
  sendsUnit: true,
  item: graphItemSchema,
  toItems: (response) => flatten(response, (row) => ({ ...at(row), ...purchases(row) })),
})

export const transactionSummary = source({
  call: analyticsCalls.getTransactionSummary,
  sendsUnit: true,
  item: sumsSchema,
  toItems: (response) => flatten(response, purchases),
})

export const conversions = source({
  call: analyticsCalls.getConversions,
  item: conversionItemSchema,
  toItems: (response) => toConversionItems(response),
})

export const referralRecords = source({
  call: analyticsCalls.listReferralRecords,
  sendsUnit: true,
  item: graphItemSchema,
  toItems: (response) => flatten(response, (row) => ({ ...at(row), ...referrals(row) })),
})

export const referralSummary = source({
  call: analyticsCalls.getReferralSummary,
  sendsUnit: true,
  item: sumsSchema,
  toItems: (response) => flatten(response, referrals),
})

export const registrationRecords = source({
  call: analyticsCalls.listRegistrationRecords,
  sendsUnit: true,
  item: graphItemSchema,
  toItems: (response) => flatten(response, (row) => ({ ...at(row), ...registrations(row) })),
})

export const registrationSummary = source({
  call: analyticsCalls.getRegistrationSummary,
  sendsUnit: true,
  item: sumsSchema,
  toItems: (response) => flatten(response, registrations),
})

export const countries = source({
  call: analyticsCalls.listCountries,
  item: rankedItemSchema,
  toItems: async (response) => {
    const normalize = await normalizeCountries(response, (row) => row.country)
    return flatten(response, (row) => ({
      label: normalize(row.country),
      sentCountry: row.country,
      ...purchases(row),
    }))
  },
})

export const currencies = source({
  call: analyticsCalls.listCurrencies,
  item: rankedItemSchema,
  toItems: (response) =>
    flatten(response, (row) => ({ label: row.currency ?? null, ...purchases(row) })),
})

export const deposits = source({
  call: analyticsCalls.getDeposits,
  item: rankedItemSchema,
  toItems: (response) => toDepositItems(response),
})

export const referrers = source({
  call: analyticsCalls.listReferrers,
  item: rankedItemSchema,
  toItems: (response) =>
    flatten(response, (row) => ({ label: row.referrer ?? null, ...purchases(row) })),
})

export const utmSources = source({
  call: analyticsCalls.listUtmSources,
  item: rankedItemSchema,
  toItems: (response) =>
    flatten(response, (row) => ({ label: row.utm_source ?? null, ...purchases(row) })),
})

export const utmPlus = source({
  call: analyticsCalls.listUtmPlus,
  item: rankedItemSchema,
  toItems: async (response) => {
    const normalize = await normalizeCountries(response, (row) => row.country)
    return flatten(response, (row) => ({
      label: row.utm_source ?? null,
      medium: row.utm_medium ?? null,
      country: normalize(row.country),
      sentCountry: row.country,
      ...purchases(row),
    }))
  },
})
