import type { Db } from '#server/db/engine/open.ts'
import { addEvent } from '#server/db/messages/account-events.ts'
import { listDigestReceivers, type DigestReceiver } from '#server/db/messages/digest-events.ts'
import type { Clock } from '#server/dependencies.ts'
import { messageOf } from '#server/error-message.ts'
import { startLoop, type BackgroundLoop } from '#server/outbound/background-loop.ts'
import { DAY_MS } from '#src/domain/time/zone.ts'
import type { Digest } from '#src/wire/alerts.ts'
import { lastDueDigest, type DueDigest } from './digest-schedule.ts'

const NAME = 'digests'
const POLL_MS = 15_000
/** A digest that no server was there to send for longer than this is left out. */
const LATEST_MS = DAY_MS

export interface DigestDependencies {
  db: Db
  clock: Clock
  log(message: string): void
}

/**
 * Adds the digests that have become due, each once: an event of its period, whose message is the mail.
 * One that was due before it was asked for is none. An error of one person's digest is logged.
 * @returns how many were added
 */
export async function addDueDigests({ db, clock, log }: DigestDependencies): Promise<number> {
  const now = clock.now()
  let added = 0
  for (const receiver of await listDigestReceivers(db)) {
    try {
      if (await addDueDigest(db, receiver, now)) added += 1
    } catch (error) {
      log(`${NAME}: user ${receiver.user_id}: ${messageOf(error)}`)
    }
  }
  return added
}

/** @throws RangeError for an unknown time zone */
async function addDueDigest(db: Db, receiver: DigestReceiver, now: Date): Promise<boolean> {
  const { digest_every: every, digest_hour: hour, digest_weekday: weekday } = receiver
  const digest: Digest = { every, hour, ...(weekday === null ? {} : { weekday }) }
  const due = lastDueDigest(digest, receiver.tz, now.getTime())
  const isLate = due.dueAt < now.getTime() - LATEST_MS
  if (isLate || due.dueAt <= receiver.digest_since.getTime()) return false
  const key = `${every} ${new Date(due.range.end).toISOString()}`
  // Most of the time it is there, so nothing is written. Another hour makes no second one of a day.
  const { newest_key: newestKey, newest_at: newestAt } = receiver
  if (key === newestKey || (newestAt !== null && due.dueAt <= newestAt.getTime())) return false
  return addDigest(db, receiver.user_id, key, due, now)
}

/** Adds what has become due every 15 s until `stop`. */
export function startDigests(parts: DigestDependencies): BackgroundLoop {
  return startLoop(NAME, POLL_MS, () => addDueDigests(parts), parts.log)
}

/** Adds a digest of a period. @returns false if one with this key exists */
export function addDigest(
  db: Db,
  userId: number,
  key: string,
  { dueAt, range, before }: DueDigest,
  now: Date,
): Promise<boolean> {
  const data = { start: range.start, end: range.end, before: before.start }
  return addEvent(db, { userId, kind: 'digest', key, at: new Date(dueAt), data }, now)
}
