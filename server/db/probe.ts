import { sql } from 'kysely'
import { MIGRATIONS } from './migrate.ts'
import type { Db } from './open.ts'
import { incrementCounter } from './rate-counters.ts'
import { codeOf } from './transaction.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

const KEY = 'ready'
const WINDOW_MS = 1000
/** Rows that take more memory than the least that `work_mem` allows, so that they go to a file. */
const SPILLED_ROWS = 10_000

/**
 * Does on the database what the server does: reads, commits a row, and has a few pages written to its
 * disk, because a row that is replaced needs no new page. They are a temporary file, so nothing grows.
 * @returns null, or why the server can't work with the database, without addresses and credentials
 * @throws an error that is not about the state of the database
 */
export async function probeDatabase(db: Db, now: Date): Promise<string | null> {
  try {
    return await db.transaction().execute(async (tx) => {
      const names = MIGRATIONS.map(({ name }) => name)
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from schema_migrations where name = any(${names}::text[])`.execute(tx)
      if (rows[0]?.n !== names.length) return NOT_MIGRATED
      await sql`set local work_mem = '64kB'`.execute(tx)
      await sql`select count(*) from generate_series(1, ${sql.lit(SPILLED_ROWS)})`.execute(tx)
      await incrementCounter(tx, KEY, WINDOW_MS, now)
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

export const NO_RESPONSE = 'the database does not respond'
const NOT_MIGRATED = 'the database lacks migrations of this version'
