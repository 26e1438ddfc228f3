import { touchIngestKey } from '#server/db/ingest-keys.ts'
import { ingest } from '#server/db/ingest.ts'
import { isArchived } from '#server/db/projects.ts'
import { conflict, tooLarge } from '#server/http/errors.ts'
import { ingestEnvelopeSchema } from '#src/wire/ingest.ts'
import { route, type Api } from './route.ts'

/** Fits MAX_EVENTS of the usual length. */
const MAX_BYTES = 2_000_000

/**
 * Takes events from a project's website. Each event is validated alone: one error refuses one
 * event.
 */
export function ingestRoutes(api: Api): void {
  route(
    api,
    'ingestEvents',
    async ({ actor: key, body, db, now }) => {
      if (await isArchived(db, key.project_id)) throw conflict('Project is archived')
      // The envelope leaves each event to `ingest`.
      const events: readonly unknown[] = body.events
      const { results } = await ingest(db, { projectId: key.project_id, events, now })
      await touchIngestKey(db, key, now)
      return { results }
    },
    {
      bodyLimit: MAX_BYTES,
      envelope: ingestEnvelopeSchema,
      errorHandler: (error) => {
        throw error.statusCode === 413
          ? tooLarge('The body must be at most 2 MB: send fewer events at once')
          : error
      },
    },
  )
}
