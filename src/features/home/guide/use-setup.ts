import { queryOptions, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { send } from '#src/api/http.ts'
import { deviceZone } from '#src/domain/time/zone.ts'
import { useSession } from '#src/state/session.ts'
import { analyticsCalls } from '#src/wire/analytics.ts'

/** How often the open guide asks whether something has arrived. */
export const SETUP_POLL_MS = 3000

/** All time: figures go by the events' own times, which may be wrong. */
const ALL_TIME = { start_date: '1970-01-01T00:00:00.000Z', end_date: '2200-01-01T00:00:00.000Z' }

const arrivedSchema = z.object({ registrations: z.number(), purchases: z.number() })
const arrivedByProjectSchema = z.record(z.string(), arrivedSchema)
export type Arrived = z.infer<typeof arrivedByProjectSchema>

/** The registrations and completed purchases of all time, by project. */
function arrivedQuery(projects: readonly string[]) {
  return queryOptions({
    queryKey: ['arrived', { projects: projects.toSorted() }],
    queryFn: async ({ signal }): Promise<Arrived> => {
      const query = { ...ALL_TIME, projects, timezone: '+00:00', tz: deviceZone() }
      const [registered, bought] = await Promise.all([
        send(analyticsCalls.getRegistrationSummary, { query }, { signal }),
        send(analyticsCalls.getTransactionSummary, { query }, { signal }),
      ])
      return Object.fromEntries(
        projects.map((project) => [
          project,
          {
            registrations: registered[project]?.[0]?.total_registrations ?? 0,
            purchases: bought[project]?.[0]?.total_transactions ?? 0,
          },
        ]),
      )
    },
    meta: { keep: arrivedByProjectSchema, isPolled: true },
  })
}

/** The completed purchases of all projects together. */
export function countPurchases(arrived: Arrived): number {
  return Object.values(arrived).reduce((sum, one) => sum + one.purchases, 0)
}

/** The registrations and completed purchases of all projects together. */
export function countArrived(arrived: Arrived): number {
  return Object.values(arrived).reduce(
    (sum, one) => sum + one.registrations,
    countPurchases(arrived),
  )
}

/** What has arrived from these projects' sites; undefined while that is unknown. */
export function useArrived(projects: readonly string[], isOpen: boolean): Arrived | undefined {
  const { authorized } = useSession()
  const { data } = useQuery({
    ...arrivedQuery(projects),
    enabled: authorized && projects.length > 0,
    // After the first purchase the guide is over.
    refetchInterval: ({ state }) =>
      isOpen && countPurchases(state.data ?? {}) === 0 ? SETUP_POLL_MS : false,
  })
  return data
}
