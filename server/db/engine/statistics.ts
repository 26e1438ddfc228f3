import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/db/schema/schema.ts'

const FOLLOW_EVERY_MS = 3000

/**
 * Vacuums and analyzes the tables that have changed much since the last time: the embedded database
 * has no background processes for that. The thresholds are the defaults of PostgreSQL's autovacuum.
 * Without it, the planner takes a table that has grown for an empty one.
 * @returns the names of these tables
 */
export async function vacuumChanged(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select s.relname as table
    from pg_stat_user_tables as s join pg_class as c on c.oid = s.relid
      -- -1 if never vacuumed
      cross join greatest(c.reltuples, 0) as size
    where s.n_mod_since_analyze > 50 + 0.1 * size
      or s.n_dead_tup > 50 + 0.2 * size
      or s.n_ins_since_vacuum > 1000 + 0.2 * size
    order by 1`.execute(db)
  for (const { table } of rows) await sql`vacuum (analyze) ${sql.table(table)}`.execute(db)
  return rows.map(({ table }) => table)
}

/**
 * Analyzes the tables that have grown fourfold, from a hundred rows on, since their statistics were made. The
 * plans of an almost empty table read all of it, and a connection keeps them until the statistics change:
 * in the minute that PostgreSQL itself takes for that, a launch sends thousands of purchases.
 * @returns the names of these tables
 */
export async function analyzeGrown(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select s.relname as table
    from pg_stat_user_tables as s join pg_class as c on c.oid = s.relid
    where s.n_live_tup > 4 * greatest(c.reltuples, 25)
      -- Others have tables of their own in the same database.
      and s.schemaname = current_schema() and pg_has_role(c.relowner, 'usage')
    order by 1`.execute(db)
  for (const { table } of rows) await sql`analyze ${sql.table(table)}`.execute(db)
  return rows.map(({ table }) => table)
}

/** Looks every 3 s for tables that have grown. Returns the end of that. */
export function followGrowth(db: Kysely<Database>): () => void {
  let isLooking = false
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    analyzeGrown(db)
      // Requests report a database that does not answer.
      .catch(() => [])
      .finally(() => {
        isLooking = false
      })
  }, FOLLOW_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
