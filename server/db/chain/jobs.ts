import { sql, type Selectable, type Updateable } from 'kysely'
import { CLAIM_MS } from '#server/db/engine/job-claims.ts'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { lockSales } from '#server/db/records/corrections.ts'
import type { ChainsTable } from '#server/db/schema/schema-chains.ts'

export type ScannedChain = Selectable<ChainsTable>

/** The projects with chains that are not archived, and not claimed by another process, by name. */
export async function listClaimable(db: Db, claim: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from projects p left join chain_jobs j on j.project_id = p.id
    where p.archived_at is null and exists (select from chains c where c.project_id = p.id)
      and (j.claim is null or j.claim = ${claim} or j.claimed_until <= ${now})
    order by p.id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Takes or renews the claim of a project's work.
 * @returns false if another process has it
 */
export async function claimProject(
  db: Db,
  projectId: string,
  claim: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into chain_jobs as j (project_id, claim, claimed_until)
    values (${projectId}, ${claim}, ${new Date(now.getTime() + CLAIM_MS)})
    on conflict (project_id) do update
      set claim = excluded.claim, claimed_until = excluded.claimed_until
      where j.claim is null or j.claim = excluded.claim or j.claimed_until <= ${now}
    returning 1`.execute(db)
  return rows.length > 0
}

/** Leaves all projects of a claim to other processes. */
export async function releaseClaims(db: Db, claim: string): Promise<void> {
  await db
    .updateTable('chain_jobs')
    .set({ claim: null, claimed_until: null })
    .where('claim', '=', claim)
    .execute()
}

/** The connected chains of a project, by id. */
export function listConnectedChains(db: Db, projectId: string): Promise<ScannedChain[]> {
  return db
    .selectFrom('chains')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('disconnected_at', 'is', null)
    .orderBy('chain_id')
    .execute()
}

/** Undefined once it is disconnected. */
export function findConnectedChain(db: Db, id: number): Promise<ScannedChain | undefined> {
  return db
    .selectFrom('chains')
    .selectAll()
    .where('id', '=', id)
    .where('disconnected_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Changes a chain whose scan is where it was read, and which reads the same payments. (A purchase that
 * gives its hash up moves the scan back, and people change the chain.)
 * @returns false if that is no longer so: nothing was changed
 */
export async function updateScan(
  db: Db,
  chain: ScannedChain,
  changes: Updateable<ChainsTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('chains')
    .set(changes)
    .where('id', '=', chain.id)
    .where('disconnected_at', 'is', null)
    .where('scanned_block', 'is not distinct from', chain.scanned_block)
    .where('scanned_hash', 'is not distinct from', chain.scanned_hash)
    .where('from_block', '=', chain.from_block)
    .where(sql<boolean>`receivers = ${chain.receivers}::text[]`)
    .where(sql<boolean>`tokens = ${JSON.stringify(chain.tokens)}::jsonb`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Records that a node did not respond as it should. It is left alone until `next_try_at`; what it said
 * before stays.
 */
export async function recordFailure(
  db: Db,
  id: number,
  failure: { error: string; at: Date; failures: number; next_try_at: Date },
): Promise<void> {
  const { at, ...changes } = failure
  await db
    .updateTable('chains')
    .set({
      ...changes,
      state: 'failing',
      failing_since: sql<Date>`coalesce(failing_since, ${at})`,
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Has what the chain says of purchases from a block on checked now.
 * @param block the first
 */
export async function setProofsDue(
  tx: Tx,
  { project_id, chain_id }: Pick<ScannedChain, 'project_id' | 'chain_id'>,
  block: number,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('proofs')
    .set({ due_at: now })
    .where('project_id', '=', project_id)
    .where('chain_id', '=', chain_id)
    .where('block', '>=', block)
    .execute()
}

/**
 * Marks or releases a page of a project's purchases after its chains have changed, has those that can be
 * proven checked now, and matches the payments that they name. The rows of disconnected chains are deleted
 * behind the last page.
 * @returns whether more may follow
 */
export function walkPurchases(
  db: Db,
  projectId: string,
  { rows: limit, now }: { rows: number; now: Date },
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    // The order of locks of everything that writes purchases.
    await lockSales(tx, projectId)
    const job = await tx
      .selectFrom('chain_jobs')
      .select('walk_after')
      .where('project_id', '=', projectId)
      .forUpdate()
      .executeTakeFirst()
    const after = job?.walk_after ?? null
    if (after === null) return false
    const { rows } = await sql<{ id: number; has_state: boolean; is_provable: boolean }>`
      select t.id, t.proof_state is not null as has_state, is_provable(t) as is_provable
      from transactions t
      where t.project_id = ${projectId} and t.id > ${after}
        and (t.transaction_hash is not null or t.proof_state is not null)
      order by t.id limit ${limit}`.execute(tx)
    const idsOf = (hasState: boolean, isProvable: boolean) =>
      rows
        .filter((row) => row.has_state === hasState && row.is_provable === isProvable)
        .map(({ id }) => id)
    const setState = (ids: number[], state: 'waiting' | null) =>
      sql`update transactions set proof_state = ${state} where id = any(${ids}::bigint[])`.execute(
        tx,
      )
    const [marked, released] = [idsOf(false, true), idsOf(true, false)]
    if (marked.length > 0) await setState(marked, 'waiting')
    if (released.length > 0) await setState(released, null)
    await sql`
      update proofs set due_at = ${now}
      where transaction_id = any(${idsOf(true, true)}::bigint[])
        and (due_at is null or due_at > ${now})`.execute(tx)
    // Another project that shares the receivers may have listed them before this one had a chain.
    await sql`
      update chain_payments p
        set state = case state when 'open' then 'matched' else state end, transaction_id = t.id
        from transactions t
        where t.id = any(${rows.map(({ id }) => id)}::bigint[])
          and p.transaction_hash = t.transaction_hash and p.transaction_id is null`.execute(tx)
    const isLast = rows.length < limit
    await tx
      .updateTable('chain_jobs')
      .set({ walk_after: isLast ? null : (rows.at(-1)?.id ?? null) })
      .where('project_id', '=', projectId)
      .execute()
    if (isLast)
      await tx
        .deleteFrom('chains')
        .where('project_id', '=', projectId)
        .where('disconnected_at', 'is not', null)
        .execute()
    return !isLast
  })
}
