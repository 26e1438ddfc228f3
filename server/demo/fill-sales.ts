import { sql, type Insertable } from 'kysely'
import type { Tx } from '#server/db/engine/open.ts'
import { byTime, insertMany } from '#server/db/ingest/insert-many.ts'
import type { TransactionsTable, WalletsTable } from '#server/db/schema/schema.ts'
import { DAY_MS } from '#src/domain/time/zone.ts'
import type { DemoCode } from './codes.ts'
import { fillHistories, historySince } from './fill-histories.ts'
import type { makeRewards } from './rewards.ts'
import type { DemoPurchase, DemoSale, DemoWallet } from './sales.ts'
import { statusReason } from './status-reasons.ts'

/** Inserts wallets, purchases with histories, codes, payouts and bonuses. The caller computes the rollups. */
export async function fillSales(
  tx: Tx,
  sales: readonly DemoSale[],
  rewards: readonly ReturnType<typeof makeRewards>[],
  codes: readonly DemoCode[],
  now: number,
): Promise<void> {
  const wallets = sales.flatMap((sale) => sale.wallets)
  const purchases = sales.flatMap((sale) => sale.purchases).toSorted((a, b) => a.id - b.id)
  const codeRows = codes.map(({ disabledAt, ...row }) => ({
    ...row,
    disabled: disabledAt !== null,
    disabled_at: disabledAt,
  }))
  const payouts = rewards.flatMap((reward) => reward.payouts).toSorted(byTime)
  const bonuses = rewards.flatMap((reward) => reward.bonuses)
  await insertMany(tx, 'wallets', wallets.map(walletRow))
  const since = historySince(now)
  await insertMany(
    tx,
    'transactions',
    purchases.map((purchase) => purchaseRow(purchase, since)),
  )
  await fillHistories(tx, sales, now)
  // The id column is `generated always`, so explicit ids need this clause.
  await insertMany(tx, 'bonus_codes', codeRows, 'overriding system value')
  await insertMany(tx, 'referral_payouts', payouts)
  await insertMany(tx, 'bonus_transactions', bonuses)
  for (const table of ['transactions', 'bonus_codes']) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'),
      (select coalesce(max(id), 1) from ${sql.table(table)}))`.execute(tx)
  }
}

function walletRow(wallet: DemoWallet): Insertable<WalletsTable> {
  const { createdAt, referralCode, firstPurchaseAt } = wallet
  return {
    project_id: wallet.project,
    wallet_address: wallet.address,
    created_at: new Date(createdAt),
    country: wallet.country,
    referrer: wallet.referrer,
    utm_source: wallet.campaign[0],
    utm_medium: wallet.campaign[1],
    referred_by: wallet.referredBy,
    referral_code: referralCode,
    referral_code_applied_at: referralCode ? new Date(createdAt + DAY_MS / 2) : null,
    min_referral_spend: wallet.overrides[0],
    referral_payout_percentage: wallet.overrides[1],
    referral_token_bonus_percentage: wallet.overrides[2],
    first_purchase_at: firstPurchaseAt === null ? null : new Date(firstPurchaseAt),
    purchase_count: wallet.purchases,
  }
}

function purchaseRow(purchase: DemoPurchase, since: number): Insertable<TransactionsTable> {
  const { wallet } = purchase
  const at = new Date(purchase.createdAt)
  return {
    id: purchase.id,
    project_id: wallet.project,
    wallet_address: wallet.address,
    transaction_hash: purchase.hash,
    stage_name: purchase.stage,
    payment_token_name: purchase.currency,
    payment_token_amount: purchase.paid,
    payment_usd_amount: purchase.usd,
    tokens_bought: purchase.tokens,
    type: purchase.type,
    status: purchase.status,
    status_reason: statusReason(purchase.status, String(purchase.createdAt)),
    history_since: purchase.createdAt < since ? new Date(since) : null,
    created_at: at,
    updated_at: at,
    country: purchase.country,
    referrer: wallet.referrer,
    utm_source: wallet.campaign[0],
    utm_medium: wallet.campaign[1],
    deposit_class: purchase.depositClass,
  }
}
