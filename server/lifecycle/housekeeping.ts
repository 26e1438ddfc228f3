import { deleteExpired } from '#server/db/expired.ts'
import type { Db } from '#server/db/open.ts'
import type { Clock } from '#server/dependencies.ts'

const EVERY_MS = 3_600_000

/** Deletes expired rows every hour. @returns a function that stops it */
export function startHousekeeping(db: Db, clock: Clock, log: (line: string) => void): () => void {
  const run = () => {
    deleteExpired(db, clock.now()).catch((error: unknown) => {
      log(`Housekeeping: ${error instanceof Error ? error.message : String(error)}`)
    })
  }
  const timer = setInterval(run, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
