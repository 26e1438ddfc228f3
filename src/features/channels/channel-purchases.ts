import type { CountedPurchases } from '#src/records/purchases-href.ts'
import { MAX_CHANNELS, type Channel } from '#src/wire/channels.ts'
import type { ChannelRow, CountryRow, PerProject } from './channel-rows.ts'

/**
 * The purchases of a channel, or of one of its countries. Its sources and mediums can be combined: all
 * spellings of both are in one row.
 * @returns null for those that no filter can name
 */
export function channelPurchases(
  { names, now }: ChannelRow,
  range: CountedPurchases['range'],
  country?: CountryRow,
): CountedPurchases | null {
  const { purchases } = country?.now ?? now
  if (purchases === 0 || country?.sent === null) return null
  return {
    projects: 'selected',
    range,
    status: 'completed',
    values: {
      utm_source: [...new Set(names.map((name) => name.utm_source))],
      utm_medium: [...new Set(names.map((name) => name.utm_medium))],
      ...(country ? { country: country.sent } : {}),
    },
  }
}

/** Whether every channel has a row, which no project with more channels than are listed has. */
export const hasEveryChannel = (rows: PerProject<Channel>): boolean =>
  Object.values(rows).every(({ length }) => length <= MAX_CHANNELS)
