import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Db, Tx } from '#server/db/engine/open.ts'
import type { WalletsTable } from '#server/db/schema/schema.ts'
import { TEST_ID_PREFIX, TEST_WALLET } from '#src/domain/sale/ingest-example.ts'
import type { WalletOverride } from '#src/wire/wallets.ts'
import { hexCondition } from './hex-condition.ts'
import { pageWindow, type PageRequest } from './list-page.ts'

/** A row of the list; overrides and totals are exact decimal strings. */
export type WalletListRow = Omit<
  Selectable<WalletsTable>,
  | 'country'
  | 'referrer'
  | 'utm_source'
  | 'utm_medium'
  | 'first_purchase_at'
  | 'purchase_count'
  | 'purchased_tokens'
  | 'bonus_tokens'
  | 'credited_tokens'
> & {
  total_tokens: string
  /** Those that count. */
  purchases: number
  /** The wallets whose successor it is, by address. */
  predecessors: string[]
}

/** Columns of a wallet `w` with its total. */
export const WALLET_COLUMNS = sql`
  w.created_at, w.min_referral_spend, w.project_id, w.referral_payout_percentage,
  w.referral_token_bonus_percentage, w.referred_by, w.wallet_address, w.referral_code,
  w.referral_code_applied_at,
  w.purchased_tokens + w.bonus_tokens + w.credited_tokens as total_tokens,
  w.purchase_count as purchases, w.paid_usd, w.successor,
  array(select p.wallet_address from wallets as p
    where p.project_id = w.project_id and p.successor = w.wallet_address
    order by p.wallet_address) as predecessors`

/** One page of the projects' wallets, newest first, optionally of an address or a part of one (any case). */
export async function listWallets(
  db: Db,
  projects: readonly string[],
  page: PageRequest,
  walletAddress?: string,
): Promise<WalletListRow[]> {
  if (projects.length === 0) return []
  const where = walletAddress ? sql`and ${hexCondition('wallet_address', walletAddress)}` : sql``
  const last = page.page * page.limit
  const branches = projects.map(
    (project) =>
      sql`(select created_at, project_id, wallet_address from wallets
        where project_id = ${project} ${where}
        order by created_at desc, wallet_address desc limit ${last})`,
  )
  // One index scan per project, merged by time alone. Rows with the same time as the last one are
  // included, and the few ties are sorted afterwards.
  const { rows } = await sql<WalletListRow>`
    select ${WALLET_COLUMNS}
    from (
      select * from (
        select * from (${sql.join(branches, sql` union all `)}) as rows
        order by created_at desc fetch first ${sql.lit(last)} rows with ties
      ) as newest
      order by created_at desc, project_id desc, wallet_address desc ${pageWindow(page)}
    ) as page
    join wallets as w using (project_id, wallet_address)
    order by w.created_at desc, w.project_id desc, w.wallet_address desc`.execute(db)
  return rows
}

/** The newest of the projects' wallets that a condition on `wallets` leaves, with their completed purchases. */
export async function findWallets(
  db: Db,
  projects: readonly string[],
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<WalletListRow[]> {
  if (projects.length === 0) return []
  const { rows } = await sql<WalletListRow>`
    select ${WALLET_COLUMNS}
    from (
      select project_id, wallet_address from wallets
      where project_id = any(${[...projects]}::text[]) and ${condition}
      order by created_at desc, project_id desc limit ${limit}
    ) as newest
    join wallets as w using (project_id, wallet_address)
    order by w.created_at desc, w.project_id desc`.execute(db)
  return rows
}

/** One wallet, its address in lower case; undefined if the project has no such wallet. */
export async function findWallet(
  db: Db,
  projectId: string,
  walletAddress: string,
): Promise<WalletListRow | undefined> {
  const { rows } = await sql<WalletListRow>`
    select ${WALLET_COLUMNS} from wallets as w
    where w.project_id = ${projectId} and w.wallet_address = ${walletAddress}`.execute(db)
  return rows[0]
}

/**
 * Locks the wallet until the transaction ends.
 * @returns its current overrides, or undefined if the project has no such wallet
 */
export async function lockWallet(tx: Db, projectId: string, walletAddress: string) {
  return tx
    .selectFrom('wallets')
    .select(['min_referral_spend', 'referral_payout_percentage', 'referral_token_bonus_percentage'])
    .where('project_id', '=', projectId)
    .where('wallet_address', '=', walletAddress)
    .forUpdate()
    .executeTakeFirst()
}

/** Sets an override; null restores the project's default. */
export async function setWalletOverride(
  tx: Db,
  projectId: string,
  walletAddress: string,
  override: WalletOverride,
  value: number | null,
): Promise<void> {
  await tx
    .updateTable('wallets')
    .set({ [override]: value })
    .where('project_id', '=', projectId)
    .where('wallet_address', '=', walletAddress)
    .execute()
}

/** The tables whose rows are of a wallet. */
const WALLET_RECORDS = [
  'transactions',
  'bonus_transactions',
  'referral_payouts',
  'manual_transactions',
  'approvals',
]

/**
 * Deletes the wallet of an example event; the registrations of its project become fewer.
 * @returns false if the project has none, or if the wallet has more than the example gave it
 */
export async function deleteTestWallet(tx: Tx, projectId: string): Promise<boolean> {
  // Locked first, so that no purchase of it arrives between the check and the deletion.
  if ((await lockWallet(tx, projectId, TEST_WALLET)) === undefined) return false
  const isUsed = WALLET_RECORDS.map(
    (table) => sql`exists (
      select from ${sql.table(table)} as o
      where o.project_id = w.project_id and o.wallet_address = w.wallet_address)`,
  )
  const { rows } = await sql<{ source_event: string }>`
    delete from wallets as w
    where w.project_id = ${projectId} and w.wallet_address = ${TEST_WALLET}
      and starts_with(w.source_event, ${TEST_ID_PREFIX}) and not (${sql.join(isUsed, sql` or `)})
    returning w.source_event`.execute(tx)
  const [removed] = rows
  if (removed === undefined) return false
  // Else the same example, sent again, would count as known.
  await sql`
    delete from ingested_events
    where project_id = ${projectId} and event_id = ${removed.source_event}`.execute(tx)
  return true
}
