import type { FastifyRequest } from 'fastify'
import { findIngestKey, type Sender } from '#server/db/ingest/ingest-keys.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { notFound, tooManyRequests, unauthenticated } from '#server/http/errors.ts'
import { GroupQueue } from '#server/http/group-queue.ts'
import { EVENTS_PER_MINUTE, ingestParamsSchema } from '#src/wire/ingest.ts'
import { sha256 } from './secret.ts'

/** All that wait are answered by one lookup, so this only bounds the memory of a flood. */
const MAX_WAITING = 100_000

/**
 * Returns a function that finds the ingest key of a request's `Authorization` header. Requests that arrive with
 * a key while it is looked up share the next lookup, so a key that was revoked before is never taken.
 * @throws (the function) HttpError 401 without a valid key, 404 for another project's, 429 while it has
 *   reached its limit, 503 if too many wait
 */
export function openSenders({
  db,
  clock,
}: Dependencies): (request: FastifyRequest) => Promise<Sender> {
  const lookups = new GroupQueue<null, Sender | undefined>({
    run: async (waiting, secret) => {
      const key = await findIngestKey(db, sha256(secret), clock.now())
      return waiting.map(() => key)
    },
    sizeOf: () => 1,
    maxGroup: MAX_WAITING,
    maxHeld: MAX_WAITING,
  })
  return async (request) => {
    const secret = /^Bearer (ingest_[\w-]{43})$/.exec(request.headers.authorization ?? '')?.[1]
    const key = secret === undefined ? undefined : await lookups.add(secret, null)
    if (!key) throw unauthenticated()
    const params = ingestParamsSchema.safeParse(request.params)
    if (params.data?.project_id !== key.project_id) throw notFound()
    if (key.limited_until !== null)
      throw tooManyRequests(
        key.limited_until.getTime() - clock.now().getTime(),
        `Too many requests: a key sends at most ${EVENTS_PER_MINUTE.toLocaleString('en-US')} events a minute, and a call counts as at least one`,
      )
    return key
  }
}
