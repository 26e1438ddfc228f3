import { useQuery } from '@tanstack/react-query'
import { failureReason } from '#src/api/failure-reason.ts'
import { useOnline } from '#src/api/use-online.ts'
import { useSession } from '#src/state/session.ts'
import { toGraphQuery, toPreviousQuery } from './graph-query.ts'
import type { HomeView } from './home-view.ts'
import { answerQuery, NO_ANSWER_KEY } from './queries.ts'
import type { Answer, Source } from './queries.ts'

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
      /** The last try to renew them failed. */
      retry: (() => void) | null
    }

export interface CardAnswer<Item> {
  answer: Answer<Item> | undefined
  state: CardState
  isFetching: boolean
}

/** One card's call for the present filters, or for the period before when it is compared. */
export function useAnswer<Item>(
  from: Source<Item>,
  view: HomeView,
  isPrevious = false,
): CardAnswer<Item> {
  const { authorized } = useSession()
  const isOnline = useOnline()
  const { choice } = view
  const toRequest = isPrevious ? toPreviousQuery : toGraphQuery
  const canAsk = (!isPrevious || view.isCompared) && toRequest(choice, view.moment) !== null
  const options = answerQuery(from, choice, isPrevious)
  // Nothing ever comes under the other key, so its type says nothing.
  const key = (canAsk ? options.queryKey : NO_ANSWER_KEY) as typeof options.queryKey
  const query = useQuery({
    ...options,
    queryKey: key,
    enabled: authorized && canAsk,
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
        retry: query.isError && isOnline ? retry : null,
      }
    }
    if (query.isError) {
      const reason = failureReason(query.error)
      return { is: 'failed', reason, retry, isRetrying: query.isFetching }
    }
    if (query.fetchStatus === 'paused' || (!isOnline && query.isPending)) return { is: 'unsaved' }
    return { is: 'loading' }
  }
  return {
    answer: canAsk && !isUnsaved ? query.data : undefined,
    state: state(),
    isFetching: query.isFetching,
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
      retry: () => {
        a.retry()
        b.retry()
      },
    }
  }
  if (a.is === 'ready' && b.is === 'ready') {
    return { is: 'ready', isDimmed: a.isDimmed || b.isDimmed, retry: a.retry ?? b.retry }
  }
  return a.is === worse ? a : b
}
