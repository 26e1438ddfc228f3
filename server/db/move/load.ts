import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { pluralizeCount } from '#src/domain/money/money.ts'
import { findDifference, findWrongSum, readSequences } from './compare.ts'
import type { Side } from './connect.ts'
import { copyIn, copyOut } from './copy.ts'
import { slicesOf, type Table } from './tables.ts'

type Output = (line: string) => void

/** A difference after the copy. It is rolled back. */
export class DifferenceError extends Error {
  override name = 'DifferenceError'
}

/** The text of rows depends on these settings. No statement of a move has a time limit. */
export async function prepareSession(db: Db): Promise<void> {
  await sql
    .raw(
      `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
      set local lock_timeout = '60s'; set local datestyle = 'ISO'; set local timezone = 'UTC';
      set local intervalstyle = 'postgres'; set local bytea_output = 'hex';
      set local extra_float_digits = 3; set local synchronize_seqscans = off`,
    )
    .execute(db)
}

/**
 * Copies all rows into the migrated database without users and projects behind `target`, in the
 * caller's transactions of both sides, and compares them. Foreign keys are dropped and added again,
 * which checks all rows at once, in any order of the tables; triggers do not run, because what they
 * compute is copied too.
 * @returns the number of rows
 * @throws DifferenceError if the copy differs, or its sums are wrong
 */
export async function loadTables(
  from: { tx: Tx; side: Side },
  to: { tx: Tx; side: Side },
  tables: readonly Table[],
  output: Output,
): Promise<number> {
  const foreignKeys = await readForeignKeys(to.tx)
  const triggered = await readTriggeredTables(to.tx)
  for (const { table, name } of foreignKeys)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(to.tx)
  for (const table of triggered)
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(to.tx)
  let total = 0
  for (const table of tables) {
    // Migrations insert rows too.
    await sql`delete from ${sql.table(table.name)}`.execute(to.tx)
    const count = await copyTable(from, to, table)
    if (count > 0) output(`${table.name}: ${pluralizeCount(count, 'row')}`)
    total += count
  }
  for (const [sequence, state] of await readSequences(from.tx)) {
    const [last = '', isCalled] = state.split(', ')
    await sql`select setval(${sequence}::regclass, ${last}::bigint, ${isCalled === 't'})`.execute(
      to.tx,
    )
  }
  output('Checking ...')
  // ALTER TABLE fails while deferred constraints are pending.
  await sql`set constraints all immediate`.execute(to.tx)
  for (const { table, name, definition } of foreignKeys)
    await sql`alter table ${sql.table(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(
      to.tx,
    )
  for (const table of triggered)
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(to.tx)
  await sql`analyze ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(to.tx)
  const difference = await findDifference(from.tx, to.tx, tables)
  if (difference !== null) throw new DifferenceError(`The copy differs: ${difference}`)
  const wrong = await findWrongSum(to.tx)
  if (wrong !== null)
    throw new DifferenceError(
      `Sums differ from their rows: ${wrong}. Run npm run rollups:rebuild on the old database first`,
    )
  return total
}

async function copyTable(
  from: { tx: Tx; side: Side },
  to: { side: Side },
  table: Table,
): Promise<number> {
  const { name, columns } = table
  let count = 0
  for await (const [first, end] of slicesOf(from.tx, table)) {
    const rows = await copyOut(
      from.side.client(),
      `copy (select ${columns} from "${name}" where ctid >= '${first}' and ctid < '${end}') to stdout`,
    )
    if (rows.length === 0) continue
    await copyIn(to.side.client(), `copy "${name}" (${columns}) from stdin`, rows)
    // In the text format, a line break inside a value is written as \n.
    for (let at = rows.indexOf(LINE_BREAK); at >= 0; at = rows.indexOf(LINE_BREAK, at + 1)) count++
  }
  return count
}

const LINE_BREAK = 10

interface ForeignKey {
  table: string
  name: string
  definition: string
}

async function readForeignKeys(db: Db): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select relname::text as table, conname::text as name,
      pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'f' and connamespace = current_schema()::regnamespace
    order by pg_constraint.oid`.execute(db)
  return rows
}

async function readTriggeredTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct relname::text as name from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = current_schema()::regnamespace and not tgisinternal
    order by name`.execute(db)
  return rows.map(({ name }) => name)
}
