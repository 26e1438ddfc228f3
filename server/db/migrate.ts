import { sql, type Kysely } from 'kysely'
import { SettingsError } from '#server/settings-error.ts'
import * as schema from './migrations/001-schema.ts'
import * as rollups from './migrations/002-rollups.ts'
import * as ingest from './migrations/010-ingest.ts'
import * as purchaseCounts from './migrations/011-purchase-counts.ts'
import * as signInRefusals from './migrations/012-sign-in-refusals.ts'
import * as triggers from './migrations/013-triggers.ts'
import type { Database } from './schema.ts'

export interface Migration {
  name: string
  /** Migrations speak SQL of their own day, so they get a database without today's tables. */
  up(db: Kysely<never>): Promise<void>
}

/** In the order in which they run; a later one is only ever added at the end. */
export const MIGRATIONS: readonly Migration[] = [
  schema,
  rollups,
  ingest,
  purchaseCounts,
  signInRefusals,
  triggers,
]

const MIGRATION_LOCK = 7_253_366

/**
 * Brings the database to this version, all steps in one transaction under an advisory lock, so
 * that several processes may start at once.
 * @returns the names of the steps that ran
 * @throws SettingsError for a database that a newer version has already changed
 */
export async function migrate(
  db: Kysely<Database>,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    // Waiting for another process, and a step over millions of rows, may take their time.
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(tx)
    await sql`create table if not exists schema_migrations (
      name text primary key, applied_at timestamptz not null default now())`.execute(tx)
    const { rows } = await sql<{
      name: string
    }>`select name from schema_migrations order by name`.execute(tx)
    const known = new Set(migrations.map((migration) => migration.name))
    const unknown = rows.find((row) => !known.has(row.name))
    if (unknown) {
      throw new SettingsError(
        `The database is from a newer version of Saleroom (it has "${unknown.name}"). Nothing was changed: start that version, or a later one.`,
      )
    }
    const applied = new Set(rows.map((row) => row.name))
    const ran: string[] = []
    for (const migration of migrations) {
      if (applied.has(migration.name)) continue
      // The step writes SQL against the tables of its own time, so today's row types don't apply.
      await migration.up(tx as unknown as Kysely<never>)
      await sql`insert into schema_migrations (name) values (${migration.name})`.execute(tx)
      ran.push(migration.name)
    }
    return ran
  })
}
