import { toCsv } from '#src/domain/csv.ts'
import type { ChannelRow } from './channel-rows.ts'
import { averageOf, convertedPercent, NO_SUMS, type ChannelSums } from './channel-sums.ts'

const COLUMNS: readonly [head: string, valueOf: (sums: ChannelSums) => number | null][] = [
  ['USD', (sums) => sums.amount],
  ['Purchases', (sums) => sums.purchases],
  ['Buyers', (sums) => sums.buyers],
  ['New', (sums) => sums.new_buyers],
  ['Average', averageOf],
  ['Registered', (sums) => sums.registrations],
  ['Registered 7 days ago or earlier', (sums) => sums.registrations_7_days_old],
  ['Converted', (sums) => sums.converted_within_7_days],
  ['Converted %', convertedPercent],
  ['Second', (sums) => sums.second_purchases],
]

/**
 * All channels with exact figures, and those of the previous period if there is one, with the channels
 * that have no others.
 */
export function channelsCsv(rows: readonly ChannelRow[], gone: readonly ChannelRow[]): string {
  const isCompared = [...rows, ...gone].some(({ before }) => before !== null)
  const head = [
    'Source',
    'Medium',
    ...COLUMNS.map(([name]) => name),
    ...(isCompared ? COLUMNS.map(([name]) => `${name} before`) : []),
  ]
  const lines = [...rows, ...gone].map(({ source, medium, now, before }) => [
    source,
    medium,
    ...COLUMNS.map(([, valueOf]) => valueOf(now)),
    ...(isCompared ? COLUMNS.map(([, valueOf]) => valueOf(before ?? NO_SUMS)) : []),
  ])
  return toCsv([head, ...lines])
}
