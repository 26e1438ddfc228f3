import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { normalizeCountries } from '#src/api/country-labels.ts'
import { send } from '#src/api/http.ts'
import { figuresSchema, periodQuery } from '#src/figures/period-query.ts'
import type { PeriodSelection } from '#src/figures/period-request.ts'
import { channelCalls, channelCountrySchema, channelsSchema } from '#src/wire/channels.ts'
import { perProject } from '#src/wire/primitives.ts'
import type { ChannelName, SentCountry } from './channel-rows.ts'

const { listChannels, listChannelCountries } = channelCalls

const keptChannels = figuresSchema({ rows: channelsSchema })
const sentCountrySchema = z.extend(channelCountrySchema, { sent: z.optional(z.string()) })
const keptCountries = figuresSchema({ rows: perProject(z.array(sentCountrySchema)) })

/** The channels of a selection, or those of its previous period. */
export function channelsQuery(selection: PeriodSelection, isPrevious: boolean) {
  return queryOptions({
    ...periodQuery({
      path: listChannels.path,
      selection,
      isPrevious,
      schema: keptChannels,
      fetch: async ({ rangeQuery: query }, signal) => ({
        rows: await send(listChannels, { query }, { signal }),
      }),
    }),
    // The previous period of another selection is not compared with.
    ...(isPrevious ? {} : { placeholderData: keepPreviousData }),
  })
}

/** The countries of a channel; several spellings of its name are one request each. */
export function countriesQuery(
  selection: PeriodSelection,
  names: readonly ChannelName[],
  isPrevious: boolean,
) {
  return periodQuery({
    path: listChannelCountries.path,
    key: { names },
    selection,
    isPrevious,
    schema: keptCountries,
    fetch: async ({ rangeQuery }, signal) => {
      const responses = await Promise.all(
        names.map((name) =>
          send(listChannelCountries, { query: { ...rangeQuery, ...name } }, { signal }),
        ),
      )
      // A map: a project can be named like a property of every object.
      const lists = new Map<string, (typeof responses)[number][string]>()
      for (const [project, list] of responses.flatMap((response) => Object.entries(response)))
        lists.set(project, [...(lists.get(project) ?? []), ...list])
      const rows = Object.fromEntries(lists)
      const normalize = await normalizeCountries(rows, (row) => row.country)
      return {
        rows: Object.fromEntries(
          Object.entries(rows).map(([project, list]) => [
            project,
            list.map((row): SentCountry => ({
              ...row,
              country: normalize(row.country) ?? row.country,
              sent: row.country,
            })),
          ]),
        ),
      }
    },
  })
}
