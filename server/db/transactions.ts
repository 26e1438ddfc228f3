import { sql } from 'kysely'
import { listPage, type PageRequest } from './list-page.ts'
import type { Db } from './open.ts'
import type { TransactionRow } from './schema.ts'

export const TRANSACTION_COLUMNS = [
  'id',
  'project_id',
  'stage_name',
  'wallet_address',
  'transaction_hash',
  'payment_token_name',
  'created_at',
  'payment_token_amount',
  'payment_usd_amount',
  'tokens_bought',
  'type',
  'status',
] as const

/** A row of the list; amounts are exact decimal strings. */
export type TransactionListRow = Pick<TransactionRow, (typeof TRANSACTION_COLUMNS)[number]>

/** One page of the projects' purchases, newest first, optionally of one wallet or hash (any case). */
export function listTransactions(
  db: Db,
  projects: readonly string[],
  page: PageRequest,
  { hash, walletAddress }: { hash?: string | undefined; walletAddress?: string | undefined },
): Promise<TransactionListRow[]> {
  const byHash = hash ? sql`and transaction_hash = ${hash.toLowerCase()}` : sql``
  const byWallet = walletAddress ? sql`and wallet_address = ${walletAddress.toLowerCase()}` : sql``
  return listPage(
    db,
    'transactions',
    TRANSACTION_COLUMNS,
    projects,
    page,
    sql`${byHash} ${byWallet}`,
  )
}

/** The project of a purchase, or undefined if there is no such purchase. */
export async function findTransactionProject(db: Db, id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('transactions')
    .select('project_id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.project_id
}
