import * as z from 'zod/mini'
import { firstIssue } from '#server/db/ingest/ingest-events.ts'
import { storeGroup, type Delivery } from '#server/db/ingest/ingest-group.ts'
import { NOTHING_STORED, type Stored } from '#server/db/ingest/ingest-store.ts'
import { validate } from '#server/db/ingest/ingest.ts'
import { badRequest, conflict, describeIssues, tooLarge } from '#server/http/errors.ts'
import { GroupQueue } from '#server/http/group-queue.ts'
import { route, type Api } from '#server/routes/route.ts'
import { ingestEnvelopeSchema, MAX_EVENTS } from '#src/wire/ingest.ts'

/** Fits MAX_EVENTS of the usual length. */
const MAX_BYTES = 2_000_000

/** The usual length of an event at most. */
const EVENT_BYTES = MAX_BYTES / MAX_EVENTS

/** As many as are stored in the time for which a sender waits; they fit into the memory of a small server. */
const MAX_WAITING_EVENTS = 20_000

/**
 * Takes events from a project's website. Each event is validated alone: one error refuses one
 * event. Requests of a project that arrive while others are being stored share the next transaction.
 */
export function ingestRoutes(api: Api): void {
  const { db, metrics } = api.dependencies
  const groups = new GroupQueue<Delivery, Stored>({
    run: (deliveries) => storeGroup(db, deliveries),
    sizeOf: ({ size }) => size,
    maxGroup: MAX_EVENTS,
    maxHeld: MAX_WAITING_EVENTS,
  })
  const take = async (delivery: Delivery) => {
    const stored = await groups.add(delivery.batch.projectId, delivery)
    metrics?.countEvents(stored.results.map(({ outcome }) => outcome))
    return stored
  }

  route(
    api,
    'ingestEvents',
    async ({ actor: key, body, now, request: { headers } }) => {
      if (key.project_archived_at !== null) throw conflict('Project is archived')
      const { id: keyId, project_id: projectId } = key
      // A body of unknown length may be as long as any.
      const bytes = Number(headers['content-length'] ?? MAX_BYTES)
      const size = Math.ceil(bytes / EVENT_BYTES)
      const { data, error } = ingestEnvelopeSchema.safeParse(body)
      if (error) {
        const { field, reason } = firstIssue(error)
        const refusal = { id: null, outcome: 'refused', field: field || 'body', reason } as const
        await take({
          keyId,
          size,
          received: [body],
          batch: { projectId, events: [], now, keyId },
          complete: () => ({ ...NOTHING_STORED, results: [refusal] }),
        })
        throw badRequest(describeIssues('body', error))
      }
      const { events, notify_old: notifiesOld = false } = data
      const validated = await validate(db, { projectId, events, now, keyId, notifiesOld })
      const { results, silent } = await take({
        ...validated,
        keyId,
        size: Math.max(size, events.length),
        received: events,
      })
      return { results, silent: silent.length }
    },
    {
      bodyLimit: MAX_BYTES,
      // The envelope and each event are validated above, so that a refusal can be recorded.
      envelope: z.unknown(),
      errorHandler: (error) => {
        throw error.statusCode === 413
          ? tooLarge('The body must be at most 2 MB: send fewer events at once')
          : error
      },
    },
  )
}
