import { queryOptions, useQuery } from '@tanstack/react-query'
import { isAdmin } from '#src/domain/roles.ts'
import { useSession, useUser } from '#src/state/session.ts'
import { featureCalls, type Feature } from '#src/wire/features.ts'
import { ApiError } from './api-error.ts'
import { queryOf, send } from './http.ts'

const { listFeatures } = featureCalls
const ADMINISTRATION: Feature = 'administration'

/** What the server can do. Fetched once per session; a server without the call has no features. */
const featureQuery = queryOptions({
  ...queryOf(listFeatures, {}),
  queryFn: async ({ signal }) => {
    try {
      return await send(listFeatures, {}, { signal })
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return { features: [] }
      throw error
    }
  },
  staleTime: Infinity,
  meta: { keep: listFeatures.response },
})

/**
 * Whether the user administers this server's projects, people and keys; false while that is unknown.
 * @param isNeeded false does not request it yet
 */
export function useAdministration(isNeeded = true): boolean {
  const { authorized } = useSession()
  const isAllowed = isAdmin(useUser()?.role ?? '')
  const { data } = useQuery({ ...featureQuery, enabled: authorized && isAllowed && isNeeded })
  return isAllowed && data?.features.includes(ADMINISTRATION) === true
}
