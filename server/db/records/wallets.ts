import { sql, type RawBuilder, type Selectable } from 'kysely'
import type * as z from 'zod/mini'
import type { Db, Tx } from '#server/db/engine/open.ts'
import type { WalletsTable } from '#server/db/schema/schema.ts'
import { TEST_ID_PREFIX, TEST_WALLET } from '#src/domain/sale/ingest-example.ts'
import type { WalletOverride, WalletSort, walletTotalQuerySchema } from '#src/wire/wallets.ts'
import { hexCondition } from './hex-condition.ts'
import {
  readPage,
  whereCreated,
  type ListRows,
  type ListTotal,
  type PageRequest,
} from './list-page.ts'
import { countNotes, whereNoted } from './note-counts.ts'

/** A row of the list; overrides, sums and totals are exact decimal strings. */
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
  notes: number
}

/** The sum that an index has. */
const TOTAL_TOKENS = sql`purchased_tokens + bonus_tokens + credited_tokens`

/** Columns of a wallet `t` with its total and number of notes. */
export const WALLET_COLUMNS = sql<WalletListRow>`
  t.created_at, t.min_referral_spend, t.project_id, t.referral_payout_percentage,
  t.referral_token_bonus_percentage, t.referred_by, t.wallet_address, t.referral_code,
  t.referral_code_applied_at, t.paid_usd, t.purchase_count as purchases, t.successor,
  t.purchased_tokens + t.bonus_tokens + t.credited_tokens as total_tokens,
  array(select p.wallet_address from wallets as p
    where p.project_id = t.project_id and p.successor = t.wallet_address
    order by p.wallet_address) as predecessors,
  ${countNotes('wallet')} as notes`

/** The filters of the list. */
export type WalletFilters = Partial<Omit<z.output<typeof walletTotalQuerySchema>, 'projects'>>

export interface WalletOrder {
  sort?: WalletSort
  order?: 'asc' | 'desc'
}

/**
 * The time, as an expression that no index has: a few wallets are found by their condition and sorted. The
 * planner takes a code for a frequent one, and would look for it in all wallets by time.
 */
const SORTED_TIME = sql`created_at + interval '0'`

/** The wallets that the filters leave, newest first unless ordered otherwise. */
export const walletRows = (
  filters: WalletFilters,
  { sort = 'created_at', order = 'desc' }: WalletOrder = {},
): ListRows => ({
  table: 'wallets',
  key: ['project_id', 'wallet_address'],
  by:
    sort === 'total_tokens'
      ? TOTAL_TOKENS
      : filters.referral_code === undefined
        ? sql.ref(sort)
        : SORTED_TIME,
  order,
  where: whereWallets(filters),
  noted: filters.noted && 'wallet',
})

function whereWallets(filters: WalletFilters): RawBuilder<unknown> {
  const { walletAddress, referral_code: code } = filters
  const byAddress = walletAddress
    ? sql`and ${hexCondition('wallet_address', walletAddress)}`
    : sql``
  const byCode = code === undefined ? sql`` : sql`and ${hasReferralCode(code)}`
  return sql`${whereCreated(filters)} ${byAddress} ${byCode}`
}

/** Whether a wallet has this referral code, in any case. */
export const hasReferralCode = (code: string): RawBuilder<unknown> =>
  sql`lower(referral_code) = lower(${code})`

/** One page of the projects' wallets. */
export const listWallets = (
  db: Db,
  projects: readonly string[],
  page: PageRequest,
  { sort, order, ...filters }: WalletFilters & WalletOrder = {},
): Promise<WalletListRow[]> =>
  readPage(
    db,
    walletRows(filters, { ...(sort && { sort }), ...(order && { order }) }),
    { columns: WALLET_COLUMNS },
    projects,
    page,
  )

/** All wallets that the filters leave: their number, what they have paid, and what they have. */
export async function sumWallets(
  db: Db,
  projects: readonly string[],
  filters: WalletFilters,
): Promise<ListTotal> {
  const { rows } = await sql<ListTotal>`
    select count(*)::bigint as rows, coalesce(sum(paid_usd), 0) as usd,
      coalesce(sum(${TOTAL_TOKENS}), 0) as tokens
    from wallets where project_id = any(${[...projects]}::text[]) ${whereWallets(filters)}
      ${whereNoted(filters.noted && 'wallet', projects)}`.execute(db)
  return rows[0] ?? { rows: 0, usd: '0', tokens: '0' }
}

/** The newest of the projects' wallets that a condition on `wallets` leaves. */
export const findWallets = (
  db: Db,
  projects: readonly string[],
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<WalletListRow[]> =>
  readPage(
    db,
    { ...walletRows({}), by: SORTED_TIME, where: sql`and ${condition}` },
    { columns: WALLET_COLUMNS },
    projects,
    { page: 1, limit },
  )

/** One wallet, its address in lower case; undefined if the project has no such wallet. */
export async function findWallet(
  db: Db,
  projectId: string,
  walletAddress: string,
): Promise<WalletListRow | undefined> {
  const { rows } = await sql<WalletListRow>`
    select ${WALLET_COLUMNS} from wallets as t
    where t.project_id = ${projectId} and t.wallet_address = ${walletAddress}`.execute(db)
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
 * Deletes the wallet of an example event, and the notes on it; the registrations of its project become fewer.
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
  await tx
    .deleteFrom('notes')
    .where('project_id', '=', projectId)
    .where('kind', '=', 'wallet')
    .where('record', '=', TEST_WALLET)
    .execute()
  // Else the same example, sent again, would count as known.
  await sql`
    delete from ingested_events
    where project_id = ${projectId} and event_id = ${removed.source_event}`.execute(tx)
  return true
}
