import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { dimensionsOf, SOURCE, SOURCE_ROWS, type Source } from './definition.ts'
import { DERIVATIONS } from './derivation.ts'

/** Projects with rows or rollups. */
export async function rolledUpProjects(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from projects union select distinct project_id from time_rollups order by 1`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

const SOURCES = Object.values(SOURCE)
const { counted } = SOURCE_ROWS[SOURCE.purchases]

/**
 * Rebuilds all rollups, deposit classes and wallet counts of a project from its raw rows. Readers
 * see the old figures until the commit, writers wait. Each table has its own transaction: locks on
 * two tables could deadlock with writers that take them in the other order.
 */
export async function rebuildProject(db: Db, project: string): Promise<void> {
  for (const source of SOURCES) {
    await inTransaction(db, async (tx) => {
      // The statement timeout is meant for requests.
      await sql`set local statement_timeout = 0`.execute(tx)
      await holdWriters(tx, project, source)
      if (source === SOURCE.purchases) await recountWallets(tx, project)
      await deriveSource(tx, project, source)
    })
  }
}

/**
 * A bonus counts with its purchase, so the writers of two tables change its sums. Both hold the
 * project's lock when they do.
 */
async function holdWriters(tx: Tx, project: string, source: Source): Promise<void> {
  await (
    source === SOURCE.bonuses
      ? sql`select lock_project_sales(${project})`
      : sql`lock table ${sql.table(SOURCE_ROWS[source].table)} in share row exclusive mode`
  ).execute(tx)
}

/**
 * Replaces the project's rollups by sums of its raw rows and their classes, in the caller's
 * transaction. No other transaction may write the project's sales at the same time.
 */
export async function deriveRollups(tx: Tx, project: string): Promise<void> {
  for (const source of SOURCES) await deriveSource(tx, project, source)
}

async function deriveSource(tx: Tx, project: string, source: Source): Promise<void> {
  await sql`delete from time_rollups
    where project_id = ${project} and source = ${source}`.execute(tx)
  const dimensions = dimensionsOf(source).map(({ number }) => number)
  await sql`delete from dimension_rollups
    where project_id = ${project} and dimension = any(${dimensions}::smallint[])`.execute(tx)
  for (const derivation of DERIVATIONS.filter((one) => one.source === source)) {
    await sql`insert into ${sql.table(derivation.table)} ${derivation.rows(project)}`.execute(tx)
  }
}

async function recountWallets(tx: Tx, project: string): Promise<void> {
  await sql`
    update transactions t set deposit_class = s.class from (${classesOf(project)}) s
    where t.id = s.id and t.deposit_class is distinct from s.class`.execute(tx)
  await sql`
    update wallets w set purchase_count = s.n, first_purchase_at = s.first
    from (${countsOf(project)}) s
    where w.project_id = ${project} and w.wallet_address = s.wallet_address
      and (w.purchase_count, w.first_purchase_at) is distinct from (s.n, s.first)`.execute(tx)
}

/** Rows `id, class`: the correct deposit class of each purchase of the project. */
export function classesOf(project: string) {
  return sql`
    select id, case when ${sql.raw(counted)} then least(4, row_number() over (
      partition by wallet_address, ${sql.raw(counted)} order by created_at, id)) end::smallint as class
    from transactions where project_id = ${project}`
}

/** Rows `wallet_address, n, first`: the correct purchase counts of each wallet of the project. */
export function countsOf(project: string) {
  return sql`
    select w.wallet_address, count(t.id) as n, min(t.created_at) as first
    from wallets w left join transactions t on t.project_id = w.project_id
      and t.wallet_address = w.wallet_address and t.${sql.raw(counted)}
    where w.project_id = ${project} group by w.wallet_address`
}
