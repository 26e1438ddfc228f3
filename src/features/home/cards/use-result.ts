import { useQuery } from '@tanstack/react-query'
import { toPeriodRequest } from '#src/figures/period-request.ts'
import { describeError } from '#src/session/describe-error.ts'
import { useOnline } from '#src/session/use-online.ts'
import { useSession } from '#src/state/session.ts'
import type { PageView } from './home-view.ts'
import { resultQuery, NO_RESULT_KEY } from './queries.ts'
import type { Result, Source } from './queries.ts'

/** State of a card. Available figures are always shown: `ready` has priority over every other state. */
export type CardState =
  | { is: 'loading' }
  /** Offline, and no result is cached for these filters. */
  | { is: 'notCached' }
  | { is: 'failed'; reason: string; retry: () => void; isRetrying: boolean }
  | {
      is: 'ready'
      /** Newer figures are loading; the shown ones are dimmed. */
      isDimmed: boolean
      /** The last request failed, for these figures or those of the previous period. */
      error: { message: string; retry: () => void } | null
      /** The time zone of the figures if it is not the device's; otherwise null. */
      otherZone: string | null
    }

export interface CardResult<Item> {
  result: Result<Item> | undefined
  state: CardState
  isFetching: boolean
}

/** The result of one source for the current filters, or for the previous period. */
export function useResult<Item>(
  from: Source<Item>,
  view: PageView,
  isPrevious = false,
): CardResult<Item> {
  const { authorized } = useSession()
  const isOnline = useOnline()
  const { selection } = view
  const canRequest =
    (!isPrevious || view.isCompared) && toPeriodRequest(selection, view.asOf, isPrevious) !== null
  const options = resultQuery(from, selection, isPrevious)
  // A query with the other key is never enabled, so its data type does not matter.
  const key = (canRequest ? options.queryKey : NO_RESULT_KEY) as typeof options.queryKey
  const query = useQuery({
    ...options,
    queryKey: key,
    enabled: authorized && canRequest,
  })
  const retry = () => void query.refetch()
  // Another view's figures are a placeholder only while a request is running.
  const isNotCached = query.isPlaceholderData && query.fetchStatus === 'paused'
  const state = (): CardState => {
    if (isNotCached) return { is: 'notCached' }
    if (query.data) {
      return {
        is: 'ready',
        isDimmed: query.isFetching || query.isPlaceholderData,
        error:
          query.isError && isOnline ? { message: 'Could not refresh these figures.', retry } : null,
        otherZone:
          query.data.resolvedQuery.zone === selection.zone ? null : query.data.resolvedQuery.zone,
      }
    }
    if (query.isError) {
      const reason = describeError(query.error)
      return { is: 'failed', reason, retry, isRetrying: query.isFetching }
    }
    if (query.fetchStatus === 'paused' || (!isOnline && query.isPending)) return { is: 'notCached' }
    return { is: 'loading' }
  }
  return {
    result: canRequest && !isNotCached ? query.data : undefined,
    state: state(),
    isFetching: query.isFetching,
  }
}

/** The result of one source, and the one of the previous period while comparing. */
export function useComparedResult<Item>(from: Source<Item>, view: PageView) {
  const now = useResult(from, view)
  const before = useResult(from, view, true)
  const state = view.isCompared ? withBefore(now.state, before.state) : now.state
  return { ...now, state, before: before.result }
}

/** Current figures are shown even if the previous period failed to load. */
function withBefore(now: CardState, before: CardState): CardState {
  if (now.is !== 'ready') return now
  const isReady = before.is === 'ready'
  const retry = before.is === 'failed' ? before.retry : isReady && before.error?.retry
  return {
    is: 'ready',
    isDimmed: now.isDimmed || (isReady && before.isDimmed),
    error: now.error ?? (retry ? { message: 'Could not load the previous period.', retry } : null),
    otherZone: now.otherZone,
  }
}

function both(a: () => void, b: () => void) {
  return () => {
    a()
    b()
  }
}

/** The state of a card that needs two results: the worse of both. */
export function worseOf(a: CardState, b: CardState): CardState {
  const order = ['failed', 'notCached', 'loading', 'ready'] as const
  const worse = order.find((is) => a.is === is || b.is === is)
  if (a.is === 'failed' && b.is === 'failed') {
    return {
      is: 'failed',
      reason: a.reason,
      isRetrying: a.isRetrying || b.isRetrying,
      retry: both(a.retry, b.retry),
    }
  }
  if (a.is === 'ready' && b.is === 'ready') {
    const error =
      a.error && b.error
        ? { ...a.error, retry: both(a.error.retry, b.error.retry) }
        : (a.error ?? b.error)
    const otherZone = a.otherZone ?? b.otherZone
    return { is: 'ready', isDimmed: a.isDimmed || b.isDimmed, error, otherZone }
  }
  return a.is === worse ? a : b
}
