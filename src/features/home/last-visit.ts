import { hashKey, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { knownBefore } from '#src/api/persister.ts'
import { onLeave } from '#src/state/session.ts'
import type { HomeSelection } from './graph-query.ts'
import { resultQuery } from './queries.ts'
import type { Result, Source } from './queries.ts'

/** Of some ten views; a person compares with the one that was just left, not with the fiftieth. */
const MAX_FIRST_LOOKS = 30

/** What a device that had kept nothing saw first on this page, by query hash. */
const firstLooks = new Map<string, { data: unknown; at: number }>()
onLeave(() => firstLooks.clear())

/**
 * One source's newest answer to a choice, and the one that the person knew when the page began: what
 * the device had kept, or where it had nothing the first that came. It asks for nothing itself.
 */
export function useLastVisit<Item>(from: Source<Item>, selection: HomeSelection) {
  const query = resultQuery(from, selection)
  const hash = hashKey(query.queryKey)
  const { data, dataUpdatedAt } = useQuery({
    ...query,
    enabled: false,
    // Another choice's answer is no look at this one.
    placeholderData: () => undefined,
  })
  // Days of another time zone are other days.
  const now = data?.resolvedQuery.zone === selection.zone ? data : undefined
  const found = knownBefore(hash) ?? firstLooks.get(hash)
  const isFirst = !found && now !== undefined
  useEffect(() => {
    if (!isFirst) return
    firstLooks.set(hash, { data: now, at: dataUpdatedAt })
    const [oldest = hash] = firstLooks.keys()
    if (firstLooks.size > MAX_FIRST_LOOKS) firstLooks.delete(oldest)
  }, [hash, isFirst, now, dataUpdatedAt])
  // Kept under the same key by the same schema, which has been held against it.
  return { now, before: found?.data as Result<Item> | undefined, at: found?.at ?? 0 }
}
