import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from './open.ts'

/** Between two queries of a request. */
const PAUSE_MS = 5
/** A query that takes longer has waited for others. */
const QUIET_MS = 4
const MAX_PAUSE_MS = 1000

/**
 * Waits until no request waits for the database, though not for long. A request has several queries one
 * after the other, and on the embedded database's one connection each would wait for a step of a job.
 */
export async function letRequestsPass(db: Db): Promise<void> {
  const start = performance.now()
  for (let isQuiet = false; !isQuiet && performance.now() - start < MAX_PAUSE_MS;) {
    await sleep(PAUSE_MS)
    const sentAt = performance.now()
    await sql`select 1`.execute(db)
    isQuiet = performance.now() - sentAt < QUIET_MS
  }
}
