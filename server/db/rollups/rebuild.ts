import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { DERIVATIONS } from './derivation.ts'
import type { Source } from './pieces.ts'

/** Projects that have rows or rollups. */
export async function rolledUpProjects(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from projects union select distinct project_id from time_rollups order by 1`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** What is summed, and the table whose writers have to wait meanwhile. */
const SOURCES: readonly (readonly [source: Source, table: string])[] = [
  ['p', 'transactions'],
  ['r', 'wallets'],
  ['y', 'referral_payouts'],
]

/**
 * Makes all rollups, deposit classes and wallet counts of a project anew from its raw rows. Readers
 * see the old figures until the new ones are there, writers wait. A transaction for each table:
 * whoever locked two of them would meet writers that take them in the other order.
 */
export async function rebuildProject(db: Db, project: string): Promise<void> {
  for (const [source, table] of SOURCES) {
    await inTransaction(db, async (tx) => {
      // The database's own limit on statements is for requests, not for this.
      await sql`set local statement_timeout = 0`.execute(tx)
      await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx)
      if (source === 'p') await recountWallets(tx, project)
      await deriveSource(tx, project, source)
    })
  }
}

/**
 * Replaces the project's rollups by what its raw rows and their classes say, in the caller's
 * transaction. Nobody else may write the project's sales meanwhile.
 */
export async function deriveRollups(tx: Tx, project: string): Promise<void> {
  for (const [source] of SOURCES) await deriveSource(tx, project, source)
}

async function deriveSource(tx: Tx, project: string, source: Source): Promise<void> {
  await sql`delete from time_rollups
    where project_id = ${project} and source = ${source}`.execute(tx)
  if (source === 'p')
    await sql`delete from dimension_rollups where project_id = ${project}`.execute(tx)
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

/** `id`, `class`: what the deposit class of each of the project's purchases has to be. */
export function classesOf(project: string) {
  return sql`
    select id, case when status = 'completed' then least(4, row_number() over (
      partition by wallet_address, status = 'completed' order by created_at, id)) end::smallint as class
    from transactions where project_id = ${project}`
}

/** `wallet_address`, `n`, `first`: what each of the project's wallets has to say of its purchases. */
export function countsOf(project: string) {
  return sql`
    select w.wallet_address, count(t.id) as n, min(t.created_at) as first
    from wallets w left join transactions t on t.project_id = w.project_id
      and t.wallet_address = w.wallet_address and t.status = 'completed'
    where w.project_id = ${project} group by w.wallet_address`
}
