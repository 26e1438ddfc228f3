import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, Tx } from './open.ts'

const ATTEMPTS = 10
/** Longer each time and never the same, so that those who met once don't meet again. */
const PAUSE_MS = 20
/** serialization failure and deadlock: PostgreSQL undid everything, so running it again is safe. */
const RETRIED = new Set(['40001', '40P01'])

/**
 * Runs `work` in one transaction, again when the database undid it for a deadlock or a
 * serialization failure. On the embedded database an open transaction holds up everybody: never
 * wait for the network inside.
 */
export function inTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return untilDone(() => db.transaction().execute(work))
}

/** Runs what the database may undo, until it doesn't. */
export async function untilDone<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt >= ATTEMPTS || !RETRIED.has(codeOf(error) ?? '')) throw error
      await sleep(Math.random() * PAUSE_MS * attempt)
    }
  }
}

/** The SQLSTATE of a database error, or undefined for any other error. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Whether the insert or update met a row that is already there (in that unique index, if named). */
export function isUniqueViolation(error: unknown, index?: string): boolean {
  if (codeOf(error) !== '23505') return false
  return (
    index === undefined ||
    (error instanceof Error && 'constraint' in error && error.constraint === index)
  )
}
