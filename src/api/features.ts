import { queryOptions, useQuery } from '@tanstack/react-query'
import { isAdmin } from '#src/domain/people/roles.ts'
import { ApiError } from '#src/session/api-error.ts'
import { useSession, useUser } from '#src/state/session.ts'
import { featureCalls, type Feature } from '#src/wire/features.ts'
import { queryOf, send } from './http.ts'

const { listFeatures } = featureCalls
const NONE: readonly string[] = []

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
  meta: { keep: listFeatures.response, isUndated: true },
})

/**
 * What the server can do; nothing while that is unknown.
 * @param isNeeded false does not request it yet
 */
export function useFeatures(isNeeded = true): readonly string[] {
  const { authorized } = useSession()
  const { data } = useQuery({ ...featureQuery, enabled: authorized && isNeeded })
  return data?.features ?? NONE
}

export function useFeature(feature: Feature, isNeeded = true): boolean {
  return useFeatures(isNeeded).includes(feature)
}

/** Whether the server has answered what it can do, or could not. */
export function useKnowsFeatures(): boolean {
  const { authorized } = useSession()
  const { isPending } = useQuery({ ...featureQuery, enabled: authorized })
  return !isPending
}

/** Whether the server is known to lack a feature; false while that is unknown. */
export function useLacksFeature(feature: Feature): boolean {
  const { authorized } = useSession()
  const { data } = useQuery({ ...featureQuery, enabled: authorized })
  return data !== undefined && !data.features.includes(feature)
}

/**
 * Whether the user administers this server's projects, people and keys; false while that is unknown.
 * @param isNeeded false does not request it yet
 */
export function useAdministration(isNeeded = true): boolean {
  const isAllowed = isAdmin(useUser()?.role ?? '')
  return useFeature('administration', isNeeded && isAllowed) && isAllowed
}
