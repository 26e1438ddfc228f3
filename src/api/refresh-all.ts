import { refresh } from '#src/state/filters.ts'
import { askAnew } from './ask-anew.ts'
import { queryClient } from './query-client.ts'

/** The Refresh button: a new "now", lists start over, and every answer is fetched again. */
export function refreshAll(): void {
  refresh()
  void askAnew(queryClient, { predicate: (query) => query.meta?.startsOver !== true })
}
