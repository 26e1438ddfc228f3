import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { figureFormat, type FigureFormat } from '#src/domain/text/mask.ts'
import { useOneAsOf } from '#src/figures/as-of.ts'
import type { PeriodFigures } from '#src/figures/period-query.ts'
import { toPeriodRequest, type PeriodSelection } from '#src/figures/period-request.ts'
import { usePeriodSelection } from '#src/figures/use-period-selection.ts'
import { useOnline } from '#src/session/use-online.ts'
import { filters } from '#src/state/filters.ts'
import { usePrivacy } from '#src/state/privacy.ts'
import { useSession } from '#src/state/session.ts'
import { channelsQuery } from './channel-queries.ts'

/** What all rows share. They render again only when it changes. */
export interface ChannelView {
  selection: PeriodSelection
  excludeUnknown: boolean
  figures: FigureFormat
}

/** The filters and the selected projects, as rows need them. */
export function useChannelView(): ChannelView {
  const { excludeUnknown } = useSnapshot(filters)
  const privacy = usePrivacy()
  const selection = usePeriodSelection()
  return useMemo(
    () => ({ selection, excludeUnknown, figures: figureFormat(privacy) }),
    [selection, excludeUnknown, privacy],
  )
}

/** Whether figures of the previous period belong to those of this one, or soon will. */
export function isComparable(
  now: UseQueryResult<PeriodFigures>,
  before: UseQueryResult<PeriodFigures>,
): boolean {
  const isOfSameTime = before.data?.resolvedQuery.asOf === now.data?.resolvedQuery.asOf
  return isOfSameTime || before.fetchStatus === 'fetching'
}

/** The channels of a selection and of its previous period. */
export function useChannels(selection: PeriodSelection) {
  const { authorized } = useSession()
  const { asOf } = useSnapshot(filters)
  const isOnline = useOnline()
  const range = toPeriodRequest(selection, asOf)?.resolvedQuery.range ?? null
  const previous = toPeriodRequest(selection, asOf, true)?.resolvedQuery.range ?? null
  const now = useQuery({
    ...channelsQuery(selection, false),
    enabled: authorized && range !== null,
  })
  const before = useQuery({
    ...channelsQuery(selection, true),
    enabled: authorized && previous !== null,
  })
  useOneAsOf(asOf, selection)
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
    range: data?.resolvedQuery.range ?? range,
    previous: past?.resolvedQuery.range ?? previous,
  }
}
