import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import { checkProject } from '#server/db/rollups/check.ts'
import { rolledUpProjects } from '#server/db/rollups/rebuild.ts'
import type { Table } from './tables.ts'

/** Figures of a table, by what they measure. They are text, because sums are exact. */
type Figures = ReadonlyMap<string, string>

/**
 * Counts a table's rows, sums its exact numbers and hashes all of it. The sum of the rows' hashes does
 * not depend on their order. PostgreSQL keeps this hash the same across versions, because partitions
 * depend on it.
 */
async function readFigures(db: Db, { name, columns, numbers }: Table): Promise<Figures> {
  const measures = new Map([
    ['rows', sql`count(*)`],
    ...numbers.map((column) => [`sum of ${column}`, sql`sum(${sql.ref(column)})`] as const),
    [
      'hash of the rows',
      sql`sum(hashtextextended(row(${sql.raw(columns)})::text collate "C", 0)::numeric)`,
    ],
  ])
  const values = [...measures.values()].map((measure) => sql`coalesce(${measure}::text, '0')`)
  const { rows } = await sql<{ figures: string[] }>`
    select array[${sql.join(values)}] as figures from ${sql.table(name)}`.execute(db)
  return new Map([...measures.keys()].map((label, at) => [label, rows[0]?.figures[at] ?? '']))
}

/** A sequence's state as `last value, whether it was used`. */
export async function readSequences(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'S'
    order by relname`.execute(db)
  const states = new Map<string, string>()
  for (const { name } of rows) {
    const { rows: found } = await sql<{ state: string }>`
      select concat(last_value, ', ', is_called) as state from ${sql.table(name)}`.execute(db)
    states.set(name, found[0]?.state ?? '')
  }
  return states
}

/**
 * Compares what two databases hold, table by table.
 * @returns the first difference, for the operator, or null
 */
export async function findDifference(
  source: Db,
  target: Db,
  tables: readonly Table[],
): Promise<string | null> {
  for (const table of tables) {
    const [expected, found] = await Promise.all([
      readFigures(source, table),
      readFigures(target, table),
    ])
    for (const [label, value] of expected)
      if (found.get(label) !== value)
        return `${table.name}: ${label}: ${found.get(label)} instead of ${value}`
  }
  const sequences = await readSequences(target)
  for (const [name, state] of await readSequences(source))
    if (sequences.get(name) !== state) return `${name}: ${sequences.get(name)} instead of ${state}`
  return null
}

/**
 * Checks all sums of the database as `rollups:check` does.
 * @returns the first wrong one, for the operator, or null
 */
export async function findWrongSum(db: Db): Promise<string | null> {
  for (const project of await rolledUpProjects(db)) {
    const [difference] = await checkProject(db, project)
    if (difference) return `${project}: ${difference.what}: ${difference.rows} rows differ`
  }
  return null
}
