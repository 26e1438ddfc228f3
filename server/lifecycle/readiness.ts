import { statfs } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '#server/db/open.ts'
import { NO_RESPONSE, probeDatabase } from '#server/db/probe.ts'
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

/** For the embedded database, which stops if its log can't be written. */
const MIN_FREE_BYTES = 100_000_000
const LIMIT_MS = 1500
/** Any number of requests causes one check in this time. */
const CACHE_MS = 1000

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
    return bavail * bsize < MIN_FREE_BYTES ? 'the disk of the database is almost full' : null
  } catch (error) {
    log(`Not ready: ${messageOf(error)}`)
    return 'an unexpected error, which is in the log'
  }
}
