import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryOf } from '#src/api/http.ts'
import { TEAM_KEYS } from '#src/api/team.ts'
import { useSession } from '#src/state/session.ts'
import { factorCalls } from '#src/wire/factors.ts'

const { listFactors } = factorCalls

/** The queries that a change of second factors makes stale: the team shows who has one. */
export const FACTOR_KEYS = [[listFactors.path], ...TEAM_KEYS]

const factorQuery = queryOptions({
  ...queryOf(listFactors, {}),
  // Another device may have changed them.
  staleTime: 0,
  meta: { keep: listFactors.response },
})

/** The second factors of the signed-in person. */
export function useFactors() {
  const { authorized } = useSession()
  return useQuery({ ...factorQuery, enabled: authorized })
}
