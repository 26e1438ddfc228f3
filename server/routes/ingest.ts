import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { findIngestKey, touchIngestKey, type IngestKeyRow } from '#server/db/ingest-keys.ts'
import { countTry } from '#server/db/rate-counters.ts'
import {
  badRequest,
  describeIssues,
  HttpError,
  notFound,
  tooLarge,
  tooManyRequests,
  unauthenticated,
} from '#server/http/errors.ts'
import { ingest } from '#server/db/ingest.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { Api } from './route.ts'
import { sha256 } from '#server/auth/secret.ts'
import { calls } from '#src/wire/calls.ts'
import { ingestEnvelopeSchema, ingestParamsSchema, type IngestAnswer } from '#src/wire/ingest.ts'

const WINDOW_MS = 60_000
const BATCHES_A_MINUTE = 600
/** MAX_EVENTS of the longest that are usual. */
const MAX_BYTES = 2_000_000

/**
 * What a sale's own site sends, with a key that opens nothing else. Not a `route`: nobody is signed
 * in, and the list is read event by event.
 */
export function ingestRoutes({ app, parts }: Api): void {
  const keys = new WeakMap<FastifyRequest, IngestKeyRow>()
  const { method, path, status } = calls.ingestEvents
  app.route({
    method,
    url: `/v1${path}`,
    bodyLimit: MAX_BYTES,
    // Before the body is read, as everywhere.
    onRequest: async (request) => {
      keys.set(request, await requireKey(parts, request))
    },
    errorHandler: (error) => {
      throw error.statusCode === 413
        ? tooLarge('The body must be at most 2 MB: send fewer events at once')
        : error
    },
    handler: async (request, reply) => {
      const now = parts.clock.now()
      // The hook above has put it there.
      const key = keys.get(request)!
      const envelope = z.safeParse(ingestEnvelopeSchema, request.body)
      if (request.body === undefined) throw badRequest('The body is missing')
      if (!envelope.success) throw new HttpError(400, describeIssues('body', envelope.error))
      const { events } = envelope.data
      const { results } = await ingest(parts.db, { projectId: key.project_id, events, now })
      await touchIngestKey(parts.db, key, now)
      const answer: IngestAnswer = { results }
      return reply.code(status).header('cache-control', 'no-store').send(answer)
    },
  })
}

/** @throws HttpError 401 without a good key, 404 for another project's, 429 beyond its rate */
async function requireKey(parts: Dependencies, request: FastifyRequest): Promise<IngestKeyRow> {
  const secret = /^Bearer (ingest_[\w-]{43})$/.exec(request.headers.authorization ?? '')?.[1]
  const key = secret === undefined ? undefined : await findIngestKey(parts.db, sha256(secret))
  if (!key) throw unauthenticated()
  const params = ingestParamsSchema.safeParse(request.params)
  if (params.data?.project_id !== key.project_id) throw notFound()
  const now = parts.clock.now()
  const { count, windowEndsAt } = await countTry(parts.db, `ingest:${key.id}`, WINDOW_MS, now)
  if (count > BATCHES_A_MINUTE) throw tooManyRequests(windowEndsAt.getTime() - now.getTime())
  return key
}
