import { sql, type Kysely } from 'kysely'
import type { Database } from './schema.ts'

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
