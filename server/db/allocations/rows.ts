import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { owedByThemselves, owedToHeirs, withHeirs } from './owed.ts'

/** What a wallet is owed in a list; `tokens` is an exact decimal. */
export interface ListedWallet {
  wallet_address: string
  tokens: string
}

/** Smaller lists are read in few pages. */
const ANALYZED_WALLETS = 10_000

/** Whether any wallet of the project is owed tokens now. */
export async function isAnybodyOwed(db: Db, projectId: string): Promise<boolean> {
  // In the words of the index wallets_tokens. What a wallet has is owed to it or to its successor.
  const { rows } = await sql<{ is_owed: boolean }>`
    select exists (select from wallets where project_id = ${projectId}
      and purchased_tokens + bonus_tokens + credited_tokens > 0) as is_owed`.execute(db)
  return rows[0]?.is_owed ?? false
}

/**
 * Copies what everybody in the project is owed into a list that is being built. One statement reads all
 * of it, so it is a state that existed at one instant.
 * @returns the number of wallets and the exact sum of their tokens
 */
export async function copyOwed(
  tx: Tx,
  listId: number,
  projectId: string,
): Promise<{ wallets: number; tokens: string }> {
  // A million wallets take longer than other statements may.
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`
    ${withHeirs(projectId)}
    insert into allocation_rows (list_id, wallet_address, tokens)
    select ${listId}::bigint, wallet_address, tokens
    from (${owedByThemselves(projectId)} union all ${owedToHeirs(projectId)}) as owed
    order by wallet_address`.execute(tx)
  const { rows } = await sql<{ wallets: number; tokens: string }>`
    select count(*) as wallets, coalesce(sum(tokens), 0)::text as tokens
    from allocation_rows where list_id = ${listId}`.execute(tx)
  const [sums] = rows
  if (!sums) throw new Error('Sums have a row')
  // Without statistics of a table that has just grown, each page would sort all rows after it.
  if (sums.wallets > ANALYZED_WALLETS) await sql`analyze allocation_rows`.execute(tx)
  return sums
}

/**
 * The wallets of a list by address, `limit` at a time. They never change, so that they need no snapshot.
 * @param least only those with so many tokens
 */
export async function* walkListRows(
  db: Db,
  listId: number,
  limit: number,
  least = '0',
): AsyncGenerator<ListedWallet[]> {
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('allocation_rows')
      .select(['wallet_address', 'tokens'])
      .where('list_id', '=', listId)
      .where('wallet_address', '>', after)
      .where('tokens', '>=', least)
      .orderBy('wallet_address')
      .limit(limit)
      .execute()
    if (rows.length > 0) yield rows
    if (rows.length < limit) return
    after = rows.at(-1)?.wallet_address ?? after
  }
}

/** How many wallets of a list have at least so many tokens. */
export async function countListRows(db: Db, listId: number, least: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from allocation_rows
    where list_id = ${listId} and tokens >= ${least}`.execute(db)
  return rows[0]?.n ?? 0
}

export function findListRow(
  db: Db,
  listId: number,
  walletAddress: string,
): Promise<ListedWallet | undefined> {
  return db
    .selectFrom('allocation_rows')
    .select(['wallet_address', 'tokens'])
    .where('list_id', '=', listId)
    .where('wallet_address', '=', walletAddress)
    .executeTakeFirst()
}

/** Deletes what was kept of a list that is being built. */
export async function deleteBuild(tx: Tx, listId: number): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx)
  await tx.deleteFrom('allocation_rows').where('list_id', '=', listId).execute()
  await tx.deleteFrom('allocation_trees').where('list_id', '=', listId).execute()
}
