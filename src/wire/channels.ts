import * as z from 'zod/mini'
import { rangeInOrder, rangeQueryParams, rangeQuerySchema } from './analytics.ts'
import { read, type Calls } from './call.ts'
import { countSchema, figureSchema, perProject } from './primitives.ts'

/** The days that a registration has to become a conversion. */
export const CONVERSION_DAYS = 7

/**
 * Purchases count by their own source, registrations by the source that the wallet registered with.
 * `converted_within_7_days` counts those of `registrations_7_days_old` that bought within 7 days: a
 * younger registration still has time, so it is in neither.
 */
const channelFigures = {
  purchases: countSchema,
  /**
   * Wallets that bought, each once however often; null if the projects have more than
   * MAX_COUNTED_PURCHASES in the range.
   */
  buyers: z.nullable(countSchema),
  /** Purchases that were the first of their wallet. */
  new_buyers: countSchema,
  /** Purchases that were the second of their wallet. */
  second_purchases: countSchema,
  /** USD */
  amount: figureSchema,
  registrations: countSchema,
  registrations_7_days_old: countSchema,
  converted_within_7_days: countSchema,
}

/** Of more channels, those with the most USD are listed, and the others are one, `other` and `other`. */
export const MAX_CHANNELS = 2000

// A missing source, medium or country is 'unknown'.
export const channelSchema = z.object({
  utm_source: z.string(),
  utm_medium: z.string(),
  ...channelFigures,
})
export type Channel = z.infer<typeof channelSchema>
export const channelsSchema = perProject(z.array(channelSchema))

export const channelCountrySchema = z.object({ country: z.string(), ...channelFigures })
export type ChannelCountry = z.infer<typeof channelCountrySchema>
export const channelCountriesSchema = perProject(z.array(channelCountrySchema))

/** A source or medium of the summary, as it was answered. */
const labelParam = z.string().check(z.minLength(1), z.maxLength(500))
export const channelQuerySchema = z
  .object({ ...rangeQueryParams, utm_source: labelParam, utm_medium: labelParam })
  .check(rangeInOrder)

export const channelCalls = {
  listChannels: {
    scope: 'figures',
    ...read,
    path: '/channels/summary',
    summary: 'Purchases, registrations and conversion by source and medium',
    roles: 'finance',
    query: rangeQuerySchema,
    response: channelsSchema,
  },

  listChannelCountries: {
    scope: 'figures',
    ...read,
    path: '/channels/countries',
    summary: 'The same figures of one source and medium, by country',
    roles: 'finance',
    query: channelQuerySchema,
    response: channelCountriesSchema,
  },
} satisfies Calls
