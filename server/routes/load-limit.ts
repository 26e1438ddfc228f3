import { incrementLoadCounter } from '#server/db/accounts/rate-counters.ts'
import type { Db } from '#server/db/engine/open.ts'
import { tooManyRequests } from '#server/http/errors.ts'

const WINDOW_MS = 60_000
const USUAL_LIMIT = 60

/**
 * Limits a call that costs much to `most` a minute of one person, not of one session: another sign-in does
 * not raise it.
 * @throws HttpError 429 with the time until the minute is over
 */
export async function requireLoadLimit(
  db: Db,
  { name, userId, most = USUAL_LIMIT }: { name: string; userId: number; most?: number },
  now: Date,
): Promise<void> {
  const { count, windowEndsAt } = await incrementLoadCounter(
    db,
    `${name}:${userId}`,
    WINDOW_MS,
    now,
  )
  if (count > most) throw tooManyRequests(windowEndsAt.getTime() - now.getTime())
}
