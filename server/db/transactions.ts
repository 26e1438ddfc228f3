import { sql, type Kysely } from 'kysely'
import { pageOfIds, type PageRequest } from './page-of-ids.ts'
import type { Database, TransactionStatus } from './schema.ts'

/** A row of the list; amounts are exact decimal strings. */
export interface TransactionListRow {
  id: number
  project_id: string
  stage_name: string | null
  wallet_address: string
  transaction_hash: string | null
  payment_token_name: string
  created_at: Date
  payment_token_amount: string
  payment_usd_amount: string
  tokens_bought: string | null
  type: string
  status: TransactionStatus
}

/** One page of the projects' purchases, newest first, optionally of one wallet or hash (any case). */
export async function listTransactions(
  db: Kysely<Database>,
  projects: readonly string[],
  page: PageRequest,
  filter: { hash?: string | undefined; walletAddress?: string | undefined },
): Promise<TransactionListRow[]> {
  if (projects.length === 0) return []
  const byHash = filter.hash && sql`and transaction_hash = ${filter.hash.toLowerCase()}`
  const byWallet =
    filter.walletAddress && sql`and wallet_address = ${filter.walletAddress.toLowerCase()}`
  const ids = pageOfIds(
    'transactions',
    projects,
    page,
    sql`${byHash || sql``} ${byWallet || sql``}`,
  )
  const { rows } = await sql<TransactionListRow>`
    select t.id, t.project_id, t.stage_name, t.wallet_address, t.transaction_hash,
      t.payment_token_name, t.created_at, t.payment_token_amount, t.payment_usd_amount,
      t.tokens_bought, t.type, t.status
    from (${ids}) as page join transactions as t on t.id = page.id
    order by page.created_at desc, page.id desc`.execute(db)
  return rows
}

/** The project of a purchase, or undefined if there is no such purchase. */
export async function findTransactionProject(
  db: Kysely<Database>,
  id: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('transactions')
    .select('project_id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.project_id
}
