import { sql, type Kysely } from 'kysely'
import { pageOfIds, type PageRequest } from './page-of-ids.ts'
import type { Database } from './schema.ts'

/** A manual token credit; `tokens` is an exact decimal string. */
export interface ManualTransactionRow {
  authorizer: string
  created_at: Date
  id: number
  project_id: string
  reason: string | null
  tokens: string
  updated_at: Date
  wallet_address: string
}

/** One page of the projects' credits, newest first, optionally of one wallet (any case). */
export async function listManualTransactions(
  db: Kysely<Database>,
  projects: readonly string[],
  page: PageRequest,
  walletAddress?: string,
): Promise<ManualTransactionRow[]> {
  if (projects.length === 0) return []
  const where = walletAddress ? sql`and wallet_address = ${walletAddress.toLowerCase()}` : sql``
  const { rows } = await sql<ManualTransactionRow>`
    select m.authorizer, m.created_at, m.id, m.project_id, m.reason, m.tokens, m.updated_at,
      m.wallet_address
    from (${pageOfIds('manual_transactions', projects, page, where)}) as page
    join manual_transactions as m on m.id = page.id
    order by page.created_at desc, page.id desc`.execute(db)
  return rows
}

/** Adds a credit. Credits are never changed or deleted. */
export async function insertManualTransaction(
  tx: Kysely<Database>,
  credit: {
    project_id: string
    wallet_address: string
    tokens: string
    reason: string
    authorizer_id: number
    authorizer: string
    at: Date
  },
): Promise<ManualTransactionRow> {
  const { at, ...columns } = credit
  return tx
    .insertInto('manual_transactions')
    .values({ ...columns, created_at: at, updated_at: at })
    .returning([
      'authorizer',
      'created_at',
      'id',
      'project_id',
      'reason',
      'tokens',
      'updated_at',
      'wallet_address',
    ])
    .executeTakeFirstOrThrow()
}
