import { MutationCache, type QueryKey } from '@tanstack/react-query'
import { toast } from 'react-hot-toast/headless'
import { toApiError } from '#src/session/api-error.ts'
import { connection } from '#src/session/connection.ts'
import { writeErrorText } from '#src/session/error-message.ts'
import { notifyOffline } from '#src/session/use-online.ts'
import { onMasked } from '#src/state/privacy.ts'
import { hurryWrites } from './query-cache-store.ts'
import { refetch } from './refetch.ts'

/** What the user is shown of a mutation, and the queries that it changes. */
export type WriteMeta<Input = never, Result = never> = {
  /** Shown while the mutation runs. */
  loading?: string
  /** Shown afterwards. A function may return undefined: then nothing is shown. */
  success?: string | ((result: Result, input: Input) => string | undefined)
  /** Shown if the server sent no message of its own. */
  failure: string
  /** Keys, or their beginnings, of the queries that are stale afterwards. */
  invalidates?: readonly QueryKey[]
  /** A download: it adds nothing to the activity log. */
  isRead?: true
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: WriteMeta
  }
}

/** The toasts of results, which may name an amount. */
const results = new Set<string>()
onMasked(() => {
  for (const id of results) toast.remove(id)
  results.clear()
})

class OfflineError extends Error {}

/**
 * Reports every mutation to the user by its `meta`: the only place that shows a toast for a write.
 * Offline it refuses at once: nothing is sent and nothing is queued. Queries are
 * invalidated before the mutation's own callbacks run, also after a failure: the server may have
 * acted although its response was lost.
 */
export const mutationCache = new MutationCache({
  onMutate: (_input, { meta, mutationId }) => {
    if (!connection.isOnline) throw new OfflineError()
    if (meta?.loading !== undefined) toast.loading(meta.loading, { id: toastId(mutationId) })
  },
  onSuccess: (result, input, _context, { meta, mutationId }, { client }) => {
    hurryWrites()
    for (const queryKey of meta?.invalidates ?? []) void refetch(client, { queryKey })
    // `useWrite` takes meta and mutationFn together: their types match.
    const success = meta?.success as WriteMeta<unknown, unknown>['success']
    const text = typeof success === 'function' ? success(result, input) : success
    if (text !== undefined) results.add(toast.success(text, { id: toastId(mutationId) }))
    else if (meta?.loading !== undefined) toast.dismiss(toastId(mutationId))
  },
  onError: (error, _input, _context, { meta, mutationId }, { client }) => {
    if (error instanceof OfflineError) return notifyOffline()
    hurryWrites()
    for (const queryKey of meta?.invalidates ?? []) void refetch(client, { queryKey })
    if (meta === undefined) return
    if (toApiError(error).kind !== 'aborted')
      toast.error(writeErrorText(error, meta.failure), { id: toastId(mutationId) })
    else if (meta.loading !== undefined) toast.dismiss(toastId(mutationId))
  },
})

/** The result of a mutation replaces its loading toast. */
function toastId(mutationId: number): string {
  return `mutation ${mutationId}`
}
