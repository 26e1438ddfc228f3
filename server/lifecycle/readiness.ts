import { statfs } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { incrementCounter } from '#server/db/accounts/rate-counters.ts'
import { NEEDED_BYTES } from '#server/db/engine/disk-space.ts'
import { codeOf } from '#server/db/engine/error-code.ts'
import type { Db } from '#server/db/engine/open.ts'
import { isDatabaseUnavailable } from '#server/db/engine/unavailable.ts'
import { MIGRATIONS } from '#server/db/migrations/migrate.ts'
import type { Clock, Readiness } from '#server/dependencies.ts'
import { messageOf } from '#server/error-message.ts'

export interface ReadinessParts {
  /** A connection of its own where there can be one, so that busy ones do not count as lost. */
  probe: Db
  /** The folder of an embedded database, whose disk is checked before it is full. */
  embeddedFolder: string | null
  clock: Clock
  log(message: string): void
  /** How long a request waits for the check. */
  limitMs?: number
}

const LIMIT_MS = 1500
/** Any number of requests causes one check in this time. */
const CACHE_MS = 1000
const COUNTER = 'ready'
const COUNTER_MS = 1000
/** Rows that take more memory than the least that `work_mem` allows, so that they go to a file. */
const SPILLED_ROWS = 10_000

const NO_RESPONSE = 'the database does not respond'
const NOT_MIGRATED = 'the database lacks migrations of this version'

/** Checks the database at a request, at most once a second. */
export function openReadiness(parts: ReadinessParts): Readiness {
  const { log, limitMs = LIMIT_MS } = parts
  /** One that hangs goes on after the limit. No other is started beside it. */
  let running: Promise<string | null> | null = null
  let last: { at: number; result: Promise<string | null> } | null = null
  let reported: string | null = null

  const check = async () => {
    const limit = pause(limitMs, NO_RESPONSE, { ref: false })
    running ??= checkAll(parts).finally(() => {
      running = null
    })
    const reason = await Promise.race([limit, running])
    if (reason !== reported) log(reason === null ? 'Ready again' : `Not ready: ${reason}`)
    reported = reason
    return reason
  }

  return {
    whyNotReady() {
      // Also while a check is in progress: it takes longer only if something is wrong.
      if (last === null || performance.now() - last.at > CACHE_MS) {
        const result = check()
        last = { at: Infinity, result }
        void result.finally(() => (last = { at: performance.now(), result })).catch(() => {})
      }
      return last.result
    },
  }
}

async function checkAll({ probe, embeddedFolder, clock, log }: ReadinessParts) {
  try {
    const reason = await probeDatabase(probe, clock.now())
    if (reason !== null || embeddedFolder === null) return reason
    const { bavail, bsize } = await statfs(embeddedFolder)
    return bavail * bsize < NEEDED_BYTES ? 'the disk of the database is almost full' : null
  } catch (error) {
    log(`Not ready: ${messageOf(error)}`)
    return 'an unexpected error, which is in the log'
  }
}

/**
 * Does on the database what the server does: reads, commits a row, and has a few pages written to its
 * disk, because a row that is replaced needs no new page. They are a temporary file, so nothing grows.
 * @returns null, or why the server can't work with the database, without addresses and credentials
 * @throws an error that is not about the state of the database
 */
async function probeDatabase(db: Db, now: Date): Promise<string | null> {
  try {
    return await db.transaction().execute(async (tx) => {
      const names = MIGRATIONS.map(({ name }) => name)
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from schema_migrations where name = any(${names}::text[])`.execute(tx)
      if (rows[0]?.n !== names.length) return NOT_MIGRATED
      await sql`set local work_mem = '64kB'`.execute(tx)
      await sql`select count(*) from generate_series(1, ${sql.lit(SPILLED_ROWS)})`.execute(tx)
      await incrementCounter(tx, COUNTER, COUNTER_MS, now)
      return null
    })
  } catch (error) {
    const code = codeOf(error)
    if (code === '25006') return 'the database is read-only'
    if (code === '53100') return 'the disk of the database is full'
    // Undefined table: the database is another one, or empty.
    if (code === '42P01') return NOT_MIGRATED
    if (isDatabaseUnavailable(error)) return NO_RESPONSE
    throw error
  }
}
