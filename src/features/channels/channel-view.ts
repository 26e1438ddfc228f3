import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { useProjects } from '#src/api/projects.ts'
import { useOnline } from '#src/api/use-online.ts'
import { figureFormat, type FigureFormat } from '#src/domain/mask.ts'
import { deviceZone } from '#src/domain/zone.ts'
import { filters } from '#src/state/filters.ts'
import { useSession } from '#src/state/session.ts'
import {
  channelRange,
  channelsQuery,
  refetchChannels,
  type ChannelSelection,
} from './channel-queries.ts'

/** What all rows share. They render again only when it changes. */
export interface ChannelView {
  selection: ChannelSelection
  excludeUnknown: boolean
  figures: FigureFormat
}

/** The filters and the selected projects, as rows need them. */
export function useChannelView(): ChannelView {
  const { period, customStart, customEnd, excludeUnknown, privacy } = useSnapshot(filters)
  const { selected, minDate } = useProjects()
  const zone = deviceZone()
  return useMemo(
    () => ({
      selection: { period, customStart, customEnd, projects: selected, minDate, zone },
      excludeUnknown,
      figures: figureFormat(privacy),
    }),
    [period, customStart, customEnd, selected, minDate, zone, excludeUnknown, privacy],
  )
}

/** The channels of a selection and of its previous period, refetched when the page's "now" changes. */
/** Whether figures of the previous period belong to those of this one, or soon will. */
export function isComparable(
  now: UseQueryResult<{ asOf: number }>,
  before: UseQueryResult<{ asOf: number }>,
): boolean {
  return before.data?.asOf === now.data?.asOf || before.fetchStatus === 'fetching'
}

export function useChannels(selection: ChannelSelection) {
  const { authorized } = useSession()
  const { asOf } = useSnapshot(filters)
  const client = useQueryClient()
  const isOnline = useOnline()
  const range = channelRange(selection, asOf, false)
  const previous = channelRange(selection, asOf, true)
  const now = useQuery({
    ...channelsQuery(selection, false),
    enabled: authorized && range !== null,
  })
  const before = useQuery({
    ...channelsQuery(selection, true),
    enabled: authorized && previous !== null,
  })
  const { minDate } = selection
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a change of either makes the figures stale
  useEffect(() => void refetchChannels(client), [client, asOf, minDate])
  // The figures of another selection are only shown until those of this one arrive.
  const isNotCached = now.isPlaceholderData && now.fetchStatus === 'paused'
  const data = isNotCached ? undefined : now.data
  const isPast = previous !== null && !now.isPlaceholderData && isComparable(now, before)
  const past = isPast ? before.data : undefined
  return {
    now,
    data,
    past,
    isNotCached:
      data === undefined && (now.fetchStatus === 'paused' || (!isOnline && now.isPending)),
    /** Newer figures are loading. */
    isStale: now.isPlaceholderData && !isNotCached,
    /** The ranges on screen, or those that are being fetched. */
    range: data?.range ?? range,
    previous: past?.range ?? previous,
  }
}
