import { sql, type Selectable } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { lockSales } from '#server/db/records/corrections.ts'
import type { ChainsTable } from '#server/db/schema/schema-chains.ts'

const STATUS_COLUMNS = [
  'project_id',
  'chain_id',
  'name',
  'state',
  'error',
  'next_try_at',
  'head_block',
  'scanned_block',
  'from_block',
] as const

/** How far a connected chain was read. */
export type ChainStatus = Pick<Selectable<ChainsTable>, (typeof STATUS_COLUMNS)[number]>

/** What waits for people or for the next checks, of a project. */
export interface ProofCounts {
  project_id: string
  waiting: number
  differs: number
  open_payments: number
}

/** The connected chains of all projects that are not archived, by project and id. */
export function listChainStatus(db: Db): Promise<ChainStatus[]> {
  return db
    .selectFrom('chains')
    .select(STATUS_COLUMNS)
    .where('disconnected_at', 'is', null)
    .where(
      sql<boolean>`exists (select from projects p
        where p.id = chains.project_id and p.archived_at is null)`,
    )
    .orderBy('project_id')
    .orderBy('chain_id')
    .execute()
}

/** The counts of all projects with a chain. */
export async function listProofCounts(db: Db): Promise<ProofCounts[]> {
  const { rows } = await sql<ProofCounts>`
    select c.project_id, coalesce(t.waiting, 0) as waiting, coalesce(t.differs, 0) as differs,
      (select count(*) from chain_payments p
        where p.project_id = c.project_id and p.state = 'open') as open_payments
    from (select distinct project_id from chains where disconnected_at is null) c
    left join (
      select project_id, count(*) filter (where proof_state = 'waiting') as waiting,
        count(*) filter (where proof_state = 'differs') as differs
      from transactions where proof_state in ('waiting', 'differs') group by project_id) t
      on t.project_id = c.project_id
    order by c.project_id`.execute(db)
  return rows
}

/** The blocks between the newest and the last one whose logs were read; null before the first read. */
export const blocksBehind = ({ head_block, scanned_block, from_block }: ChainStatus) =>
  head_block === null ? null : Math.max(0, head_block - (scanned_block ?? from_block - 1))

/** How many purchases differ, by project and reason. */
export async function countDifferences(
  db: Db,
): Promise<{ project_id: string; reason: string; count: number }[]> {
  const { rows } = await sql<{ project_id: string; reason: string; count: number }>`
    select project_id, reason, count(*) from proofs
    where differs_at is not null and reason is not null group by project_id, reason`.execute(db)
  return rows
}

/**
 * Has a chain read again: its logs from a block on, and every purchase that it may have. Its newest block
 * is forgotten, so a chain that was replaced by a shorter one is followed again.
 * @param from the first block, null for the one of the chain's settings
 * @returns how many purchases are checked again; null if the project has no such chain
 */
export function rescanChain(
  db: Db,
  { projectId, chainId, from }: { projectId: string; chainId: number; from: number | null },
  now: Date,
): Promise<number | null> {
  return inTransaction(db, async (tx) => {
    await lockSales(tx, projectId)
    const { numUpdatedRows } = await tx
      .updateTable('chains')
      .set({
        scanned_block: from === null ? null : from - 1,
        scanned_hash: null,
        head_block: null,
        head_at: null,
        state: 'behind',
        error: null,
        failing_since: null,
        failures: 0,
        next_try_at: null,
      })
      .where('project_id', '=', projectId)
      .where('chain_id', '=', chainId)
      .where('disconnected_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return null
    const due = await tx
      .updateTable('proofs')
      .set({ due_at: now })
      .where('project_id', '=', projectId)
      .where((where) => where.or([where('chain_id', '=', chainId), where('chain_id', 'is', null)]))
      .executeTakeFirst()
    return Number(due.numUpdatedRows)
  })
}
