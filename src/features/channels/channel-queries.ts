import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { normalizeCountries } from '#src/api/country-labels.ts'
import { send } from '#src/api/http.ts'
import { minDateOf, untilDatesArrive } from '#src/api/projects.ts'
import type { TimeRange } from '#src/domain/calendar.ts'
import { previousRange, rangeOf, type PeriodChoice } from '#src/domain/time-range.ts'
import { formatOffset, offsetMinutes } from '#src/domain/zone.ts'
import { filters } from '#src/state/filters.ts'
import type { RangeQuery } from '#src/wire/analytics.ts'
import { channelCalls, channelCountriesSchema, channelsSchema } from '#src/wire/channels.ts'
import type { ChannelName, PerProject } from './channel-rows.ts'

const { listChannels, listChannelCountries } = channelCalls

/** The selected filters that the figures depend on. */
export interface ChannelSelection extends PeriodChoice {
  projects: readonly string[]
  /** Start of "all", in ms; null while unknown. */
  minDate: number | null
  zone: string
}

/** Figures, and what they are the figures of: the range is resolved when they are requested. */
export interface Resolved<Row> {
  range: TimeRange
  /** The end of a rolling range, in ms. */
  asOf: number
  rows: PerProject<Row>
}

const resolved = <Rows extends z.core.$ZodType>(rows: Rows) =>
  z.object({
    range: z.object({ start: z.number(), end: z.number() }),
    asOf: z.number(),
    rows,
  })
const keptChannels = resolved(channelsSchema)
const keptCountries = resolved(channelCountriesSchema)

/** The range at the time `now` in ms; null without projects, or while it is unknown. */
export function channelRange(
  selection: ChannelSelection,
  now: number,
  isPrevious: boolean,
): TimeRange | null {
  if (selection.projects.length === 0) return null
  const range = rangeOf(selection, now, selection.minDate, selection.zone)
  return isPrevious && range ? previousRange(selection, range, now, selection.zone) : range
}

function toRangeQuery({ projects, zone }: ChannelSelection, range: TimeRange): RangeQuery {
  return {
    start_date: new Date(range.start).toISOString(),
    end_date: new Date(range.end).toISOString(),
    projects: [...projects],
    timezone: formatOffset(offsetMinutes(range.end, zone)),
    tz: zone,
  }
}

type Fetch<Row> = (query: RangeQuery) => Promise<PerProject<Row>>

/** Fetches figures as of the page's "now", and once more if that has changed meanwhile. */
async function fetchResolved<Row>(
  selection: ChannelSelection,
  isPrevious: boolean,
  client: QueryClient,
  fetchRows: Fetch<Row>,
): Promise<Resolved<Row>> {
  const attempt = async () => {
    // The projects may have been fetched again meanwhile.
    const minDate = minDateOf(client, selection.projects) ?? selection.minDate
    const { asOf } = filters
    const range = channelRange({ ...selection, minDate }, asOf, isPrevious)
    if (!range) throw new Error('Query without projects or range')
    return { range, asOf, rows: await fetchRows(toRangeQuery(selection, range)) }
  }
  if (selection.period === 'all') await untilDatesArrive(client)
  const result = await attempt()
  return result.asOf === filters.asOf ? result : attempt()
}

/** The key has the selected period, not its instants, so that saved figures are found again. */
function keyOf(selection: ChannelSelection, isPrevious: boolean) {
  const { period, customStart, customEnd, zone, projects } = selection
  return {
    period,
    customStart,
    customEnd,
    zone,
    projects: projects.toSorted(),
    ...(isPrevious ? { isPrevious } : {}),
  }
}

const staleTime = ({ state }: { state: { data: { asOf: number } | undefined } }) =>
  state.data?.asOf === filters.asOf ? Infinity : 0

/** The channels of a selection, or those of its previous period. */
export function channelsQuery(selection: ChannelSelection, isPrevious: boolean) {
  return queryOptions({
    queryKey: [listChannels.path, keyOf(selection, isPrevious)],
    queryFn: ({ signal, client }) =>
      fetchResolved(selection, isPrevious, client, (query) =>
        send(listChannels, { query }, { signal }),
      ),
    staleTime,
    // The previous period of another selection is not compared with.
    ...(isPrevious ? {} : { placeholderData: keepPreviousData }),
    meta: { keep: keptChannels },
  })
}

/** The countries of a channel; several spellings of its name are one request each. */
export function countriesQuery(
  selection: ChannelSelection,
  names: readonly ChannelName[],
  isPrevious: boolean,
) {
  return queryOptions({
    queryKey: [listChannelCountries.path, { ...keyOf(selection, isPrevious), names }],
    queryFn: ({ signal, client }) =>
      fetchResolved(selection, isPrevious, client, async (query) => {
        const responses = await Promise.all(
          names.map((name) =>
            send(listChannelCountries, { query: { ...query, ...name } }, { signal }),
          ),
        )
        // A map: a project can be named like a property of every object.
        const lists = new Map<string, (typeof responses)[number][string]>()
        for (const [project, list] of responses.flatMap((response) => Object.entries(response)))
          lists.set(project, [...(lists.get(project) ?? []), ...list])
        const rows = Object.fromEntries(lists)
        const normalize = await normalizeCountries(rows, (row) => row.country)
        return Object.fromEntries(
          Object.entries(rows).map(([project, list]) => [
            project,
            list.map((row) => ({ ...row, country: normalize(row.country) ?? row.country })),
          ]),
        )
      }),
    staleTime,
    meta: { keep: keptCountries },
  })
}

/** Refetches the figures on screen that are not for the page's present "now". */
export async function refetchChannels(client: QueryClient): Promise<void> {
  const paths: unknown[] = [listChannels.path, listChannelCountries.path]
  await client.refetchQueries(
    { type: 'active', stale: true, predicate: ({ queryKey }) => paths.includes(queryKey[0]) },
    // A running request checks this by itself.
    { cancelRefetch: false },
  )
}
