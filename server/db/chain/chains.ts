import type { Selectable } from 'kysely'
import type { Db, Tx } from '#server/db/engine/open.ts'
import type { ChainsTable } from '#server/db/schema/schema-chains.ts'
import type { ChainToken } from '#src/wire/chains.ts'

export type ChainRow = Selectable<ChainsTable>

const connectedOf = (db: Db, projectId: string) =>
  db
    .selectFrom('chains')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('disconnected_at', 'is', null)

/** The connected chains of a project, by name. */
export function listChains(db: Db, projectId: string): Promise<ChainRow[]> {
  return connectedOf(db, projectId).orderBy('name').orderBy('chain_id').execute()
}

/** A connected chain of a project. */
export function findChain(
  db: Db,
  projectId: string,
  chainId: number,
): Promise<ChainRow | undefined> {
  return connectedOf(db, projectId).where('chain_id', '=', chainId).executeTakeFirst()
}

/** When the first purchase of a project was made, or null. */
export async function findFirstPurchase(db: Db, projectId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('transactions')
    .select('created_at')
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at ?? null
}

/** What an admin sets of a chain. Addresses are in lower case. */
export interface ChainSettings extends Pick<
  ChainRow,
  | 'project_id'
  | 'chain_id'
  | 'name'
  | 'rpc_url_sealed'
  | 'rpc_host'
  | 'explorer_url'
  | 'confirmations'
  | 'receivers'
  | 'from_block'
  | 'range_blocks'
> {
  tokens: ChainToken[]
}

/**
 * Connects a chain of a project whose sales are locked, or changes it. Its node has just responded as it
 * should, so that it is tried at once. What changes a proof has purchases checked again, and what may
 * change the payments that were found has their blocks read again.
 * @param before the connected chain, if it is one
 */
export async function saveChain(
  tx: Tx,
  settings: ChainSettings,
  before: ChainRow | undefined,
  now: Date,
): Promise<ChainRow> {
  const { project_id: projectId, chain_id: chainId, tokens, ...others } = settings
  const changes = changesOf(settings, before)
  const columns = {
    ...others,
    tokens: JSON.stringify(tokens),
    symbols: tokens.map(({ symbol }) => symbol.toLowerCase()),
    state: 'behind' as const,
    error: null,
    failing_since: null,
    failures: 0,
    next_try_at: null,
    checked_at: now,
    disconnected_at: null,
    ...(changes.isNew ? { head_block: null, head_at: null } : {}),
    ...(changes.rescans ? { scanned_block: null, scanned_hash: null } : {}),
  }
  const chain = await tx
    .insertInto('chains')
    .values({ project_id: projectId, chain_id: chainId, ...columns })
    .onConflict((row) => row.columns(['project_id', 'chain_id']).doUpdateSet(columns))
    .returningAll()
    .executeTakeFirstOrThrow()
  await walkPurchases(tx, projectId, changes.marks)
  if (changes.proofs)
    // Those without a transaction may be on this chain.
    await tx
      .updateTable('proofs')
      .set({ due_at: now })
      .where('project_id', '=', projectId)
      .where((is) => is.or([is('chain_id', 'is', null), is('chain_id', '=', chainId)]))
      .execute()
  return chain
}

/** Disconnects a chain of a project whose sales are locked. The row stays until its purchases are released. */
export async function disconnectChain(tx: Tx, chain: ChainRow, now: Date): Promise<void> {
  await tx.updateTable('chains').set({ disconnected_at: now }).where('id', '=', chain.id).execute()
  await walkPurchases(tx, chain.project_id, true)
  // Another chain may have the token too.
  await tx
    .updateTable('proofs')
    .set({ due_at: now })
    .where('project_id', '=', chain.project_id)
    .where('chain_id', '=', chain.chain_id)
    .execute()
}

/** @param isAll whether purchases may have to be marked or released */
async function walkPurchases(tx: Tx, projectId: string, isAll: boolean): Promise<void> {
  const walk = isAll ? { walk_after: 0 } : {}
  await tx
    .insertInto('chain_jobs')
    .values({ project_id: projectId, ...walk })
    .onConflict((row) => {
      const job = row.column('project_id')
      return isAll ? job.doUpdateSet(walk) : job.doNothing()
    })
    .execute()
}

/** What a change of a chain means for what is known of it. */
function changesOf(after: ChainSettings, before: ChainRow | undefined) {
  if (before === undefined) return { isNew: true, marks: true, proofs: true, rescans: true }
  const symbolsOf = (tokens: ChainToken[]) =>
    tokens
      .map(({ symbol }) => symbol.toLowerCase())
      .toSorted()
      .join('\n')
  const addressesOf = (tokens: ChainToken[]) =>
    new Set(tokens.map(({ symbol, address, decimals }) => [symbol, address, decimals].join('\n')))
  const known = addressesOf(before.tokens)
  const receivers = new Set(before.receivers)
  const isAdded =
    [...addressesOf(after.tokens)].some((token) => !known.has(token)) ||
    after.receivers.some((receiver) => !receivers.has(receiver))
  const isRemoved =
    after.tokens.length < before.tokens.length || after.receivers.length < before.receivers.length
  return {
    isNew: false,
    marks: symbolsOf(after.tokens) !== symbolsOf(before.tokens),
    proofs: isAdded || isRemoved || after.confirmations !== before.confirmations,
    // Payments to what was removed are no longer found, and deleted.
    rescans: isAdded || isRemoved || after.from_block < before.from_block,
  }
}
