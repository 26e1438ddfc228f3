import type { FastifyRequest } from 'fastify'
import { findIngestKey, type Sender } from '#server/db/ingest/ingest-keys.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { notFound, tooManyRequests, unauthenticated } from '#server/http/errors.ts'
import { EVENTS_PER_MINUTE, ingestParamsSchema } from '#src/wire/ingest.ts'
import { sha256 } from './secret.ts'

/**
 * The ingest key in the request's `Authorization` header.
 * @throws HttpError 401 without a valid key, 404 for another project's, 429 while it has reached its limit
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
  if (key.limited_until !== null)
    throw tooManyRequests(
      key.limited_until.getTime() - now.getTime(),
      `Too many requests: a key sends at most ${EVENTS_PER_MINUTE.toLocaleString('en-US')} events a minute, and a call counts as at least one`,
    )
  return key
}
