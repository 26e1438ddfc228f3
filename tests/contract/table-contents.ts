import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import { tablesOf } from '#tests/support/server/filled-tables.ts'

/** For each table the number of its rows, and the newest transaction that wrote one. */
type Contents = ReadonlyMap<string, string>

async function readContents(db: Db, without: readonly string[]): Promise<Contents> {
  const tables = (await tablesOf(db)).filter((table) => !without.includes(table))
  const parts = tables.map(
    (table) => sql`
      select ${table}::text as name, count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) as content
      from ${sql.id(table)}`,
  )
  const { rows } = await sql<{ name: string; content: string }>`
    ${sql.join(parts, sql` union all `)}`.execute(db)
  return new Map(rows.map(({ name, content }) => [name, content]))
}

/** The names of the tables that `run` changes, leaving these out: read once before and once after it. */
export async function tablesChangedBy(
  db: Db,
  without: readonly string[],
  run: () => Promise<void>,
): Promise<string[]> {
  const before = await readContents(db, without)
  await run()
  const after = await readContents(db, without)
  return [...before].flatMap(([name, content]) => (after.get(name) === content ? [] : [name]))
}
