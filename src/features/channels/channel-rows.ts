import { countryName, plainName } from '#src/domain/money/ranked-rules.ts'
import { toCsv } from '#src/domain/text/csv.ts'
import type { Channel, ChannelCountry } from '#src/wire/channels.ts'
import {
  addSums,
  NO_SUMS,
  type ChannelSums,
  type Compared,
  averageOf,
  convertedPercent,
} from './channel-sums.ts'

/** The rows of a response by project. */
export type PerProject<Row> = Readonly<Record<string, readonly Row[]>>

/** A source and medium as the server writes them. */
export type ChannelName = Pick<Channel, 'utm_source' | 'utm_medium'>

/** One source and medium of all selected projects. */
export interface ChannelRow extends Compared {
  key: string
  source: string
  medium: string
  isUnknown: boolean
  /** All names of the row: "unknown" and "Unknown" are one. */
  names: readonly ChannelName[]
  /** The place by amount, which selects the length of a mask. */
  place: number
}

/** A country whose name may have become its code. */
export interface SentCountry extends ChannelCountry {
  /** How the site sent it. */
  sent?: string | undefined
}

/** One country of a channel. */
export interface CountryRow extends Compared {
  key: string
  label: string
  /** The alpha-2 code of a known country. */
  code: string | undefined
  isUnknown: boolean
  place: number
  /** How the sites sent it; null of figures that an earlier version stored. */
  sent: readonly string[] | null
}

/** The figures with the same key, from all projects. */
function groupRows<Row extends ChannelSums>(
  response: PerProject<Row>,
  keyOf: (row: Row) => string,
): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of Object.values(response).flat()) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}

const byAmount = (a: Compared & { key: string }, b: Compared & { key: string }) =>
  b.now.amount - a.now.amount || b.now.purchases - a.now.purchases || (a.key < b.key ? -1 : 1)

function nameOf({ utm_source, utm_medium }: ChannelName) {
  const [source, medium] = [plainName(utm_source), plainName(utm_medium)]
  return {
    key: JSON.stringify([source.key, medium.key]),
    source: source.label,
    medium: medium.label,
    // As on Home: a campaign is unknown if either is.
    isUnknown: source.isUnknown || medium.isUnknown,
  }
}

/** The rows of two periods by key: figures of the second one that the first lacks are 0 there. */
function compare<Row extends ChannelSums>(
  now: PerProject<Row>,
  before: PerProject<Row> | null,
  keyOf: (row: Row) => string,
) {
  const [present, past] = [groupRows(now, keyOf), before && groupRows(before, keyOf)]
  return [...new Set([...present.keys(), ...(past?.keys() ?? [])])].flatMap((key) => {
    const rows = present.get(key)
    const pastRows = past?.get(key)
    const [first] = rows ?? pastRows ?? []
    if (first === undefined) return []
    return {
      key,
      first,
      rows: rows ?? [],
      isGone: rows === undefined,
      now: rows ? addSums(rows) : NO_SUMS,
      before: past && (pastRows ? addSums(pastRows) : NO_SUMS),
    }
  })
}

/**
 * The channels of the selected projects, the largest amount first. `gone` are those of the previous
 * period alone: no row shows them, but the total is compared with their figures too.
 */
export function toChannelRows(
  now: PerProject<Channel>,
  before: PerProject<Channel> | null,
  excludeUnknown: boolean,
): { rows: ChannelRow[]; gone: ChannelRow[] } {
  const all = compare(now, before, (row) => nameOf(row).key)
    .map(({ first, rows, ...row }) => ({ ...row, ...nameOf(first), names: namesOf(rows) }))
    .filter(({ isUnknown }) => !(excludeUnknown && isUnknown))
    .toSorted(byAmount)
    .map((row, place) => ({ ...row, place }))
  const isGone = (row: { isGone: boolean }) => row.isGone
  return { rows: all.filter((row) => !isGone(row)), gone: all.filter(isGone) }
}

function namesOf(rows: readonly ChannelName[]): ChannelName[] {
  const names = new Map(
    rows.map(({ utm_source, utm_medium }) => [
      JSON.stringify([utm_source, utm_medium]),
      { utm_source, utm_medium },
    ]),
  )
  return [...names.values()]
}

/** The countries of one channel, the largest amount first; those of the previous period alone are left out. */
export function toCountryRows(
  now: PerProject<SentCountry>,
  before: PerProject<SentCountry> | null,
  excludeUnknown: boolean,
): CountryRow[] {
  return compare(now, before, (row) => countryName(row.country).key)
    .filter(({ isGone }) => !isGone)
    .map(({ first, key, rows, now: sums, before: past }) => {
      const { label, isUnknown, ...rest } = countryName(first.country)
      const code = 'code' in rest ? rest.code : undefined
      const sent = new Set(rows.map((row) => row.sent ?? null))
      const known = [...sent].filter((name) => name !== null)
      return {
        key,
        label,
        code,
        isUnknown,
        sent: known.length === sent.size ? known : null,
        now: sums,
        before: past,
      }
    })
    .filter(({ isUnknown }) => !(excludeUnknown && isUnknown))
    .toSorted(byAmount)
    .map((row, place) => ({ ...row, place }))
}

/** The sum of all channels. */
export function totalOf(rows: readonly ChannelRow[], gone: readonly ChannelRow[]): Compared {
  const past = [...rows, ...gone].map(({ before }) => before)
  const isCompared = past.length > 0 && past.every((sums) => sums !== null)
  return {
    now: addSums(rows.map(({ now }) => now)),
    before: isCompared ? addSums(past.filter((sums) => sums !== null)) : null,
  }
}

/** "google / cpc" */
export const channelName = ({ source, medium }: Pick<ChannelRow, 'source' | 'medium'>) =>
  `${source} / ${medium}`

/** The rows whose name contains the text, in any case; all rows for an empty text. */
export function searchChannels(rows: readonly ChannelRow[], text: string): readonly ChannelRow[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return rows
  return rows.filter((row) => channelName(row).toLowerCase().includes(wanted))
}

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
