import { sql } from 'kysely'
import { codeOf } from '#server/db/engine/error-code.ts'
import { requireReachable, type Db } from '#server/db/engine/open.ts'
import { migrate, MIGRATIONS } from '#server/db/migrations/migrate.ts'
import { inSnapshot } from '#server/db/rollups/snapshot.ts'
import { messageOf } from '#server/error-message.ts'
import { SettingsError } from '#server/settings-error.ts'
import { findDifference } from './compare.ts'
import type { Side } from './connect.ts'
import { DifferenceError, loadTables, prepareSession } from './load.ts'
import { readTables } from './tables.ts'

/** What to do about an error of the database, by its SQLSTATE. */
const HINTS: Readonly<Record<string, string>> = {
  '42501': 'The role must own its database: createdb --owner=saleroom saleroom.',
  '53100': 'Free or add space on the disk of the database.',
  '55P03': 'Stop all other programs that use the new database.',
}

/**
 * Copies everything but NOT_COPIED from one database into another, in one transaction of the target,
 * and compares both before it commits. An interrupted move leaves the target without rows, and can be
 * started again. The source is only read.
 * @returns `found` if the target has all rows of the source already: an earlier move had been
 *   interrupted after its commit
 * @throws SettingsError with the reason why nothing was copied
 */
export async function moveDatabase(
  source: Side,
  target: Side,
  output: (line: string) => void,
): Promise<'copied' | 'found'> {
  try {
    await requireReachable(target.db, target.name)
    await requireUtf8(target)
    await requireCurrentSchema(source)
    if (await isInUse(target)) {
      output(`${target.name} is not empty. Comparing ...`)
      await requireEqual(source, target)
      return 'found'
    }
    await migrate(target.db)
    await copyAll(source, target, output)
    return 'copied'
  } catch (error) {
    throw explain(error, target)
  }
}

async function copyAll(source: Side, target: Side, output: (line: string) => void): Promise<void> {
  await inSnapshot(source.db, async (from) => {
    await prepareSession(from)
    await target.db.transaction().execute(async (to) => {
      await prepareSession(to)
      const tables = await readTables(from)
      // A server that was started on the new database meanwhile adds an administrator.
      await sql`lock table ${sql.join(tables.map(({ name }) => sql.table(name)))}
        in access exclusive mode`.execute(to)
      const holdings = await readHoldings(to)
      if (holdings !== null) throw notEmpty(target, holdings)
      await loadTables({ tx: from, side: source }, { tx: to, side: target }, tables, output)
    })
  })
}

/** @throws SettingsError if the target's rows are not those of the source */
async function requireEqual(source: Side, target: Side): Promise<void> {
  await requireCurrentSchema(target)
  const difference = await inSnapshot(source.db, (from) =>
    inSnapshot(target.db, async (to) => {
      await prepareSession(from)
      await prepareSession(to)
      return findDifference(from, to, await readTables(from))
    }),
  )
  if (difference === null) return
  const holdings = await readHoldings(target.db)
  throw notEmpty(target, `${holdings}, which differ from ${source.name} (${difference})`)
}

function notEmpty({ name }: Side, holdings: string): SettingsError {
  return new SettingsError(
    `${name} is not empty: it has ${holdings}. Nothing was copied. Create an empty database (createdb) and name that one.`,
  )
}

/**
 * Whether the database has users or projects.
 * @throws SettingsError for a database with tables of something else
 */
async function isInUse(side: Side): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm')
    order by name`.execute(side.db)
  const names = rows.map(({ name }) => name)
  if (names.length === 0) return false
  if (!names.includes('schema_migrations'))
    throw notEmpty(side, `tables that are not Saleroom's (${names.slice(0, 5).join(', ')})`)
  return names.includes('users') && (await readHoldings(side.db)) !== null
}

/** The users and projects of a database, for the operator; null if it has none. */
async function readHoldings(db: Db): Promise<string | null> {
  const { rows } = await sql<{ users: number; projects: number }>`
    select (select count(*) from users) as users,
      (select count(*) from projects) as projects`.execute(db)
  const [{ users, projects } = { users: 0, projects: 0 }] = rows
  return users + projects === 0 ? null : `${users} users and ${projects} projects`
}

async function requireUtf8({ name, db }: Side): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`
    select current_setting('server_encoding') as encoding`.execute(db)
  const encoding = rows[0]?.encoding
  if (encoding !== 'UTF8')
    throw new SettingsError(
      `${name} has the encoding ${encoding}, not UTF8. Create it with: createdb --template=template0 --encoding=UTF8 …`,
    )
}

/** Nothing is migrated that is only read, so an older version has to be migrated by a start. */
async function requireCurrentSchema({ name, db }: Side): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from schema_migrations order by name`.execute(db)
  const applied = new Set(rows.map((row) => row.name))
  const isCurrent =
    applied.size === MIGRATIONS.length && MIGRATIONS.every((one) => applied.has(one.name))
  if (!isCurrent)
    throw new SettingsError(
      `${name} is from another version of Saleroom. Start the server of this version once (npm start), stop it, and run this command again.`,
    )
}

/** An error of a database is an operator's matter; any other is a defect, and keeps its stack. */
function explain(error: unknown, target: Side): unknown {
  if (error instanceof SettingsError) return error
  if (error instanceof DifferenceError)
    return new SettingsError(`${error.message}. ${target.name} keeps no rows of the move.`)
  const code = codeOf(error)
  const isConnection = /^Connection terminated|^Client has encountered/.test(messageOf(error))
  if (code === undefined && !isConnection) return error
  return new SettingsError(
    [
      `The move to ${target.name} was not completed: ${messageOf(error)}.`,
      HINTS[code ?? ''] ?? '',
      'The old database is unchanged. Run the command again: it starts from the beginning, or finds that everything was moved.',
    ]
      .filter(Boolean)
      .join(' '),
  )
}
