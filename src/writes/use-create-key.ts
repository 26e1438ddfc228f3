import { createIngestKey, ingestKeyQueries } from '#src/api/ingest-keys.ts'
import { useWrite } from './use-write.ts'

/**
 * Creates a key for sending a project's events. The result has the key, which is shown once and kept
 * nowhere. A lost response loses the key too: the message says how to go on.
 */
export function useCreateKey(projectId: string) {
  return useWrite({
    mutationFn: (name: string) => createIngestKey(projectId, name),
    meta: {
      failure: 'The key did not arrive. If it is in the list, revoke it and create another one.',
      invalidates: [ingestKeyQueries.keys(projectId).queryKey],
    },
  })
}
