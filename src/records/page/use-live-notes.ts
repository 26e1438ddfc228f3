import { useQueryClient, type InfiniteData, type QueryKey } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useSnapshot } from 'valtio'
import { useFeature } from '#src/api/features.ts'
import { watchChanges } from '#src/api/watch-changes.ts'
import { refetch } from '#src/cache/refetch.ts'
import { live } from '#src/state/live.ts'
import { noteCalls } from '#src/wire/notes.ts'

const { listNotes } = noteCalls
const NOTES: QueryKey = [listNotes.path]
/** More pages are not requested again by themselves. */
const MAX_PAGES = 5

const isShort = ({ state: { data } }: { state: { data: unknown } }) => {
  // Whether it has pages is checked; the data of a query without them is anything.
  const { pages } = (data ?? {}) as Partial<InfiniteData<unknown>>
  return !Array.isArray(pages) || pages.length <= MAX_PAGES
}

/**
 * Shows what others write about the record of a page, while the switch Live is on. Figures stay as
 * they are.
 * @param of.queries what has notes of other records too
 * @param of.onChanged renews the count of the record's notes
 */
export function useLiveNotes(
  projectId: string,
  of: { queries?: readonly QueryKey[]; onChanged?: () => Promise<void> } = {},
): void {
  const client = useQueryClient()
  const { isOn } = useSnapshot(live)
  const hasNotes = useFeature('notes')
  const isLive = useFeature('live') && hasNotes && isOn
  const renew = useEffectEvent(async () => {
    const shown = () => client.getQueriesData({ queryKey: NOTES, type: 'active' })
    const before = new Map(shown().map(([key, data]) => [JSON.stringify(key), data]))
    const renewed = [NOTES, ...(of.queries ?? [])].map((queryKey) =>
      refetch(client, { queryKey, type: 'active', predicate: isShort }),
    )
    await Promise.all(renewed)
    // Data that has not changed is the same object.
    const hasChanged = shown().some(([key, data]) => before.get(JSON.stringify(key)) !== data)
    if (hasChanged) await of.onChanged?.()
  })
  useEffect(() => {
    if (!isLive) return undefined
    const { stop } = watchChanges(
      ({ project_id, kinds }) => project_id === projectId && kinds.includes('notes'),
      () => renew(),
      0,
      false,
    )
    return stop
  }, [isLive, projectId])
}
