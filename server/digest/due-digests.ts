import { addDigestEvent, listDigestReceivers } from '#server/db/alert-messages.ts'
import type { Db } from '#server/db/open.ts'
import { DAY_MS } from '#src/domain/zone.ts'
import type { Digest } from '#src/wire/alerts.ts'
import { lastDueDigest, type DueDigest } from './digest-schedule.ts'

/** A digest that no server was there to send for longer than this is left out. */
const LATEST_MS = DAY_MS

/**
 * Adds the digests that have become due, each once: an event of its period, whose message is the mail.
 * One that was due before it was asked for is none.
 * @returns how many were added
 */
export async function addDueDigests(db: Db, now: Date): Promise<number> {
  let added = 0
  for (const receiver of await listDigestReceivers(db)) {
    const { digest_every: every, digest_hour: hour, digest_weekday: weekday } = receiver
    const digest: Digest = { every, hour, ...(weekday === null ? {} : { weekday }) }
    const due = lastDueDigest(digest, receiver.tz, now.getTime())
    const isLate = due.dueAt < now.getTime() - LATEST_MS
    if (isLate || due.dueAt <= receiver.digest_since.getTime()) continue
    const key = `${every} ${new Date(due.range.end).toISOString()}`
    if (await addDigest(db, receiver.user_id, key, due, now)) added += 1
  }
  return added
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
  return addDigestEvent(db, { userId, key, at: new Date(dueAt), data }, now)
}
