import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf } from './error-code.ts'
import type { Db, Tx } from './open.ts'

const ATTEMPTS = 10
/** The pause grows and is random, so that two transactions that conflicted do not conflict again. */
const PAUSE_MS = 20
/** Serialization failure and deadlock. PostgreSQL rolled back, so a retry is safe. */
const RETRIED_CODES = new Set(['40001', '40P01'])

/**
 * Runs `work` in a transaction and retries it after a deadlock or a serialization failure. On the
 * embedded database an open transaction blocks all others: never wait for the network inside.
 */
export function inTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return withRetries(() => db.transaction().execute(work))
}

/** Retries `run` after a deadlock or a serialization failure. */
export async function withRetries<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt >= ATTEMPTS || !RETRIED_CODES.has(codeOf(error) ?? '')) throw error
      await sleep(Math.random() * PAUSE_MS * attempt)
    }
  }
}

/** Whether an insert or update failed because of a unique index (of this one, if named). */
export function isUniqueViolation(error: unknown, index?: string): boolean {
  if (codeOf(error) !== '23505') return false
  return (
    index === undefined ||
    (error instanceof Error && 'constraint' in error && error.constraint === index)
  )
}
