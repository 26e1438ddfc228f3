import type { FastifyRequest } from 'fastify'
import { incrementCounter } from '#server/db/accounts/rate-counters.ts'
import { findIngestKey, type Sender } from '#server/db/ingest/ingest-keys.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { notFound, tooManyRequests, unauthenticated } from '#server/http/errors.ts'
import { ingestParamsSchema } from '#src/wire/ingest.ts'
import { sha256 } from './secret.ts'

const WINDOW_MS = 60_000
const BATCHES_PER_WINDOW = 600

/**
 * The ingest key in the request's `Authorization` header. Counts the request against the key's
 * rate.
 * @throws HttpError 401 without a valid key, 404 for another project's, 429 beyond its rate
 */
export async function authenticateSender(
  { db, clock }: Dependencies,
  request: FastifyRequest,
): Promise<Sender> {
  const now = clock.now()
  const secret = /^Bearer (ingest_[\w-]{43})$/.exec(request.headers.authorization ?? '')?.[1]
  const key = secret === undefined ? undefined : await findIngestKey(db, sha256(secret), now)
  if (!key) throw unauthenticated()
  const params = ingestParamsSchema.safeParse(request.params)
  if (params.data?.project_id !== key.project_id) throw notFound()
  const { count, windowEndsAt } = await incrementCounter(db, `ingest:${key.id}`, WINDOW_MS, now)
  if (count > BATCHES_PER_WINDOW) throw tooManyRequests(windowEndsAt.getTime() - now.getTime())
  return key
}
