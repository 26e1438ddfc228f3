import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'

/** The state of a freshly migrated database, which a reset restores. */
export interface Baseline {
  schema: string
  /** Rows that the migrations themselves insert, by table. */
  rows: ReadonlyMap<string, string>
}

/** Records the state of a migrated database that no test has used. */
export async function readBaseline(db: Db): Promise<Baseline> {
  const rows = new Map<string, string>()
  for (const table of await filledTables(db)) rows.set(table, await rowsOf(db, table))
  return { schema: await schemaOf(db), rows }
}

/**
 * Empties the tables that tests filled. Runs on the only connection of an embedded database.
 * @throws when a test left a change that emptying tables does not undo: an open transaction, a
 *   changed schema or changed rows of the migrations. The database must then be discarded.
 */
export async function resetDatabase(db: Db, baseline: Baseline): Promise<void> {
  // VACUUM fails inside a transaction, so a transaction that a test left open is detected here.
  await sql`discard all`.execute(db)
  const schema = await schemaOf(db)
  if (schema !== baseline.schema)
    throw new Error(
      `A test changed the schema of the shared database; it needs openTestDatabase({ isOwn: true }). ${firstDifference(baseline.schema, schema)}`,
    )
  const filled = await filledTables(db)
  const used = filled.filter((table) => !baseline.rows.has(table))
  // Triggers do not run on a replica; some of them prevent deletion.
  await sql`set session_replication_role = replica`.execute(db)
  if (used.length > 0)
    await sql`truncate ${sql.join(used.map((table) => sql.id(table)))} restart identity cascade`.execute(
      db,
    )
  // Empty tables too: a failed insert also consumes a sequence number.
  await sql`
    select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
    from pg_sequences where last_value is not null`.execute(db)
  await sql`reset session_replication_role`.execute(db)
  for (const [table, rows] of baseline.rows) {
    if ((await rowsOf(db, table)) === rows) continue
    throw new Error(
      `A test changed what migrations wrote to ${table} of the shared database; it needs openTestDatabase({ isOwn: true }).`,
    )
  }
}

/** Tables with rows, or with dead rows. */
async function filledTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0
    order by relname`.execute(db)
  return rows.map(({ name }) => name)
}

async function rowsOf(db: Db, table: string): Promise<string> {
  const { rows } = await sql<{ all: string }>`
    select coalesce(string_agg(t::text, chr(10) order by t::text), '') as all
    from ${sql.id(table)} t`.execute(db)
  return rows[0]?.all ?? ''
}

/** Every schema object that a test could add, drop or change, one per line. */
export async function schemaOf(db: Db): Promise<string> {
  const { rows } = await sql<{ line: string }>`
    select line collate "C" as line from (
      select format('relation %s %s %s', oid::regclass, relkind, reloptions) as line
        from pg_class where relnamespace = 'public'::regnamespace
      union all
      select format('column %s %s %s %s %s %s', attrelid::regclass, attname,
          format_type(atttypid, atttypmod), attnotnull, attidentity,
          pg_get_expr(adbin, adrelid))
        from pg_attribute
        left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attnum > 0 and not attisdropped
          and attrelid in (select oid from pg_class
            where relnamespace = 'public'::regnamespace and relkind <> 'i')
      union all
      select 'index ' || pg_get_indexdef(indexrelid) from pg_index
        where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
      union all
      select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
        from pg_constraint where connamespace = 'public'::regnamespace
      union all
      select format('trigger %s %s %s', tgenabled, tgname, pg_get_triggerdef(oid)) from pg_trigger
      union all
      select 'function ' || pg_get_functiondef(oid)
        from pg_proc where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')
      union all
      select 'schema ' || nspname from pg_namespace where nspname not like 'pg\\_%temp\\_%'
      union all
      select format('type %s', typname)
        from pg_type where typnamespace = 'public'::regnamespace
      union all
      select 'role ' || rolname from pg_roles
      union all
      select format('setting %s %s', setrole, setconfig) from pg_db_role_setting
      union all
      select 'extension ' || extname from pg_extension
      union all
      select format('figures of %s.%s', starelid::regclass, staattnum) from pg_statistic
        where starelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
    ) objects order by 1`.execute(db)
  return rows.map(({ line }) => line).join('\n')
}

function firstDifference(before: string, after: string): string {
  const [old, now] = [new Set(before.split('\n')), new Set(after.split('\n'))]
  const added = [...now].find((line) => !old.has(line))
  const gone = [...old].find((line) => !now.has(line))
  return [added && `New: ${added}`, gone && `Gone: ${gone}`].filter(Boolean).join('; ')
}
