import * as z from 'zod/mini'
import type { Db } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { firstIssue } from '#server/db/ingest/ingest-events.ts'
import { countKeyUse, type IngestKeyRow } from '#server/db/ingest/ingest-keys.ts'
import { ingest } from '#server/db/ingest/ingest.ts'
import { addRefusedEvents, countRefusedEvents } from '#server/db/ingest/refused-events.ts'
import { badRequest, conflict, describeIssues, tooLarge } from '#server/http/errors.ts'
import { route, type Api } from '#server/routes/route.ts'
import { MAX_REFUSALS } from '#src/wire/ingest-keys.ts'
import { ingestEnvelopeSchema, type EventResult } from '#src/wire/ingest.ts'
import { describeRefused } from './refused-event.ts'

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
    async ({ actor: key, body, db, now, dependencies: { metrics } }) => {
      if (key.project_archived_at !== null) throw conflict('Project is archived')
      const { data, error } = ingestEnvelopeSchema.safeParse(body)
      if (error) {
        const { field, reason } = firstIssue(error)
        const refusal = { id: null, outcome: 'refused', field: field || 'body', reason } as const
        await recordUse(db, key, [body], [refusal], now)
        metrics?.countEvents([refusal.outcome])
        throw badRequest(describeIssues('body', error))
      }
      const { events, notify_old: notifiesOld = false } = data
      const { results, silent } = await ingest(db, {
        projectId: key.project_id,
        events,
        now,
        keyId: key.id,
        notifiesOld,
      })
      await recordUse(db, key, events, results, now)
      metrics?.countEvents(results.map(({ outcome }) => outcome))
      return { results, silent }
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

/** Counts the events of a request for its key, and keeps the newest that were refused. */
async function recordUse(
  db: Db,
  key: IngestKeyRow,
  events: readonly unknown[],
  results: readonly EventResult[],
  now: Date,
): Promise<void> {
  const taken = results.filter(({ outcome }) => outcome === 'taken').length
  const refused = results.flatMap((result, at) =>
    result.outcome === 'refused' ? [{ event: events[at], result }] : [],
  )
  const isTest = results.some(({ outcome }) => outcome === 'tested')
  await countKeyUse(db, key.id, { taken, refused: refused.length, isTest }, now)
  if (refused.length === 0) return
  const newest = refused.slice(-MAX_REFUSALS).map(({ event, result }) => ({
    key_id: key.id,
    refused_at: now,
    ...describeRefused(event, result),
  }))
  await inTransaction(db, async (tx) => {
    // First: two requests of a project then wait here, and not for each other's deletions.
    await countRefusedEvents(tx, key.project_id, refused.length, now)
    await addRefusedEvents(tx, key.project_id, newest)
  })
}
