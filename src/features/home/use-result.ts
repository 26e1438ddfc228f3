import { useQuery } from '@tanstack/react-query'
import { describeError } from '#src/api/describe-error.ts'
import { useOnline } from '#src/api/use-online.ts'
import { useSession } from '#src/state/session.ts'
import { toGraphRequest, toPreviousRequest } from './graph-query.ts'
import type { HomeView } from './home-view.ts'
import { resultQuery, NO_RESULT_KEY } from './queries.ts'
import type { Result, Source } from './queries.ts'

/** Where a card stands. Figures that are there are always shown: they win over every other state. */
export type CardState =
  | { is: 'loading' }
  /** Offline, and nothing was kept for these filters. */
  | { is: 'unsaved' }
  | { is: 'failed'; reason: string; retry: () => void; isRetrying: boolean }
  | {
      is: 'ready'
      /** New figures are on their way; those shown step back. */
      isDimmed: boolean
      /** What of them the last try could not get. */
      fault: { says: string; retry: () => void } | null
      /** The time zone that the figures were fetched in, where it is not the device's. */
      otherZone: string | null
    }

export interface CardResult<Item> {
  result: Result<Item> | undefined
  state: CardState
  isFetching: boolean
}

/** One card's call for the present filters, or for the period before when it is compared. */
export function useResult<Item>(
  from: Source<Item>,
  view: HomeView,
  isPrevious = false,
): CardResult<Item> {
  const { authorized } = useSession()
  const isOnline = useOnline()
  const { selection } = view
  const toRequest = isPrevious ? toPreviousRequest : toGraphRequest
  const canRequest = (!isPrevious || view.isCompared) && toRequest(selection, view.asOf) !== null
  const options = resultQuery(from, selection, isPrevious)
  // Nothing ever comes under the other key, so its type says nothing.
  const key = (canRequest ? options.queryKey : NO_RESULT_KEY) as typeof options.queryKey
  const query = useQuery({
    ...options,
    queryKey: key,
    enabled: authorized && canRequest,
  })
  const retry = () => void query.refetch()
  // Another view's figures stand in only while this one's are on their way.
  const isUnsaved = query.isPlaceholderData && query.fetchStatus === 'paused'
  const state = (): CardState => {
    if (isUnsaved) return { is: 'unsaved' }
    if (query.data) {
      return {
        is: 'ready',
        isDimmed: query.isFetching || query.isPlaceholderData,
        fault:
          query.isError && isOnline ? { says: 'These figures could not be renewed.', retry } : null,
        otherZone:
          query.data.resolvedQuery.zone === selection.zone ? null : query.data.resolvedQuery.zone,
      }
    }
    if (query.isError) {
      const reason = describeError(query.error)
      return { is: 'failed', reason, retry, isRetrying: query.isFetching }
    }
    if (query.fetchStatus === 'paused' || (!isOnline && query.isPending)) return { is: 'unsaved' }
    return { is: 'loading' }
  }
  return {
    result: canRequest && !isUnsaved ? query.data : undefined,
    state: state(),
    isFetching: query.isFetching,
  }
}

/** One card's call, and the one for the period before while it is compared with that. */
export function useComparedResult<Item>(from: Source<Item>, view: HomeView) {
  const now = useResult(from, view)
  const before = useResult(from, view, true)
  const state = view.isCompared ? withBefore(now.state, before.state) : now.state
  return { ...now, state, before: before.result }
}

/** Present figures are shown whatever becomes of those before, which are only ever their own. */
function withBefore(now: CardState, before: CardState): CardState {
  if (now.is !== 'ready') return now
  const isReady = before.is === 'ready'
  const retry = before.is === 'failed' ? before.retry : isReady && before.fault?.retry
  return {
    is: 'ready',
    isDimmed: now.isDimmed || (isReady && before.isDimmed),
    fault:
      now.fault ?? (retry ? { says: 'The previous period could not be loaded.', retry } : null),
    otherZone: now.otherZone,
  }
}

function both(a: () => void, b: () => void) {
  return () => {
    a()
    b()
  }
}

/** The state of a card that needs two answers: the worse of both. */
export function worseOf(a: CardState, b: CardState): CardState {
  const order = ['failed', 'unsaved', 'loading', 'ready'] as const
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
    const fault =
      a.fault && b.fault
        ? { ...a.fault, retry: both(a.fault.retry, b.fault.retry) }
        : (a.fault ?? b.fault)
    const otherZone = a.otherZone ?? b.otherZone
    return { is: 'ready', isDimmed: a.isDimmed || b.isDimmed, fault, otherZone }
  }
  return a.is === worse ? a : b
}
