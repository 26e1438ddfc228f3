import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import { whereCounted } from '#server/db/rollups/pieces.ts'
import { LEAD_COLUMNS, type LeadRow } from './leads.ts'
import { WALLET_COLUMNS, type WalletListRow } from './wallets.ts'

/** A wallet of a project; the address in lower case. */
export interface WalletKey {
  projectId: string
  walletAddress: string
}

export async function hasWallet(db: Db, { projectId, walletAddress }: WalletKey): Promise<boolean> {
  const row = await db
    .selectFrom('wallets')
    .select('wallet_address')
    .where('project_id', '=', projectId)
    .where('wallet_address', '=', walletAddress)
    .executeTakeFirst()
  return row !== undefined
}

interface SourceRow {
  country: string | null
  referrer: string | null
  utm_source: string | null
  utm_medium: string | null
}

export interface WalletTotalsRow {
  purchases: number
  bonuses: number
  credits: number
  credited_and_completed: number
  referred_wallets: number
  paid_usd: string
  under_way_usd: string
  failed_usd: string
  referral_payouts_usd: string
  tokens_bought: string
  bonus_tokens: string
  credited_tokens: string
}

export interface WalletDetailsRow {
  wallet: WalletListRow
  registration: SourceRow
  firstPurchase: SourceRow | null
  totals: WalletTotalsRow
}

/** Both sums of tokens and the total they add up to come from one statement, so from one state. */
export async function readWalletDetails(
  db: Db,
  { projectId, walletAddress }: WalletKey,
): Promise<WalletDetailsRow | undefined> {
  const wallet = await sql<WalletListRow & WalletTotalsRow & SourceRow>`
    select ${WALLET_COLUMNS}, t.country, t.referrer, t.utm_source, t.utm_medium,
      t.purchased_tokens as tokens_bought, t.bonus_tokens, t.credited_tokens,
      paid.under_way_usd, paid.failed_usd,
      (select count(*) from bonus_transactions as b
        join transactions as o on o.id = b.transaction_id and ${whereCounted('o.')}
        where b.project_id = t.project_id and b.wallet_address = t.wallet_address) as bonuses,
      credits.credits, credits.credited_and_completed,
      (select count(*) from wallets as r
        where r.project_id = t.project_id and r.referred_by = t.wallet_address
      ) as referred_wallets,
      (select coalesce(sum(p.amount_before_gas), 0) from referral_payouts as p
        where p.project_id = t.project_id and p.wallet_address = t.wallet_address
      ) as referral_payouts_usd
    from wallets as t
    cross join lateral (
      select coalesce(sum(o.payment_usd_amount)
          filter (where o.status in ('pending', 'processing')), 0) as under_way_usd,
        coalesce(sum(o.payment_usd_amount)
          filter (where o.status in ('failed', 'expired')), 0) as failed_usd
      from transactions as o
      where o.project_id = t.project_id and o.wallet_address = t.wallet_address
        and o.voided_at is null) as paid
    cross join lateral (
      select count(*) as credits,
        count(*) filter (where ${whereCounted('o.')}) as credited_and_completed
      from manual_transactions as m left join transactions as o on o.id = m.transaction_id
      where m.project_id = t.project_id and m.wallet_address = t.wallet_address
        and not exists (select from credit_reversals as r where r.credit_id = m.id)) as credits
    where t.project_id = ${projectId} and t.wallet_address = ${walletAddress}`.execute(db)
  const [row] = wallet.rows
  if (row === undefined) return undefined
  const firstPurchase = await db
    .selectFrom('transactions')
    .select(['country', 'referrer', 'utm_source', 'utm_medium'])
    .where('project_id', '=', projectId)
    .where('wallet_address', '=', walletAddress)
    .where('status', '=', 'completed')
    .where('voided_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return { ...separate(row), firstPurchase: firstPurchase ?? null }
}

/** The columns of the statement by what they describe. */
function separate(row: WalletListRow & WalletTotalsRow & SourceRow) {
  const { country, referrer, utm_source, utm_medium, ...columns } = row
  const { bonuses, credits, credited_and_completed, referred_wallets, ...sums } = columns
  const { under_way_usd, failed_usd, referral_payouts_usd, ...tokens } = sums
  const { tokens_bought, bonus_tokens, credited_tokens, ...wallet } = tokens
  const { purchases, paid_usd } = wallet
  return {
    wallet,
    registration: { country, referrer, utm_source, utm_medium },
    totals: {
      purchases,
      bonuses,
      credits,
      credited_and_completed,
      referred_wallets,
      paid_usd,
      under_way_usd,
      failed_usd,
      referral_payouts_usd,
      tokens_bought,
      bonus_tokens,
      credited_tokens,
    },
  }
}

// A visitor can leave any number of email addresses with one wallet.
const MAX_LEADS = 100

/** The leads with the wallet's address, newest first, at most MAX_LEADS. */
export function listLeadsOf(db: Db, { projectId, walletAddress }: WalletKey): Promise<LeadRow[]> {
  return db
    .selectFrom('leads')
    .select(LEAD_COLUMNS)
    .where('project_id', '=', projectId)
    .where('wallet_address', '=', walletAddress)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_LEADS)
    .execute()
}
