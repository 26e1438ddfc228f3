import { sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import { insertMany, instant, type Column } from './bulk.ts'
import type { DemoCode } from './codes.ts'
import type { DemoBonus, DemoPayout } from './rewards.ts'
import type { DemoPurchase, DemoSale, DemoWallet } from './sales.ts'

const DAY_MS = 86_400_000

const WALLETS: readonly Column<DemoWallet>[] = [
  ['project_id', 'text', (wallet) => wallet.project],
  ['wallet_address', 'text', (wallet) => wallet.address],
  ['created_at', 'timestamptz', (wallet) => instant(wallet.createdAt)],
  ['country', 'text', (wallet) => wallet.country],
  ['referrer', 'text', (wallet) => wallet.referrer],
  ['utm_source', 'text', (wallet) => wallet.campaign[0]],
  ['utm_medium', 'text', (wallet) => wallet.campaign[1]],
  ['referred_by', 'text', (wallet) => wallet.referredBy],
  ['referral_code', 'text', (wallet) => wallet.referralCode],
  [
    'referral_code_applied_at',
    'timestamptz',
    (wallet) => (wallet.referralCode ? instant(wallet.createdAt + DAY_MS / 2) : null),
  ],
  ['min_referral_spend', 'numeric', (wallet) => wallet.overrides[0]],
  ['referral_payout_percentage', 'numeric', (wallet) => wallet.overrides[1]],
  ['referral_token_bonus_percentage', 'numeric', (wallet) => wallet.overrides[2]],
  ['first_purchase_at', 'timestamptz', (wallet) => instant(wallet.firstPurchaseAt)],
  ['purchase_count', 'integer', (wallet) => wallet.purchases],
]

const PURCHASES: readonly Column<DemoPurchase>[] = [
  ['id', 'bigint', (purchase) => purchase.id],
  ['project_id', 'text', (purchase) => purchase.wallet.project],
  ['wallet_address', 'text', (purchase) => purchase.wallet.address],
  ['transaction_hash', 'text', (purchase) => purchase.hash],
  ['stage_name', 'text', (purchase) => purchase.stage],
  ['payment_token_name', 'text', (purchase) => purchase.currency],
  ['payment_token_amount', 'numeric', (purchase) => purchase.paid],
  ['payment_usd_amount', 'numeric', (purchase) => purchase.usd],
  ['tokens_bought', 'numeric', (purchase) => purchase.tokens],
  ['type', 'text', (purchase) => purchase.type],
  ['status', 'text', (purchase) => purchase.status],
  ['created_at', 'timestamptz', (purchase) => instant(purchase.createdAt)],
  ['updated_at', 'timestamptz', (purchase) => instant(purchase.createdAt)],
  ['country', 'text', (purchase) => purchase.country],
  ['referrer', 'text', (purchase) => purchase.wallet.referrer],
  ['utm_source', 'text', (purchase) => purchase.wallet.campaign[0]],
  ['utm_medium', 'text', (purchase) => purchase.wallet.campaign[1]],
  ['deposit_class', 'smallint', (purchase) => purchase.depositClass],
]

const PAYOUTS: readonly Column<DemoPayout>[] = [
  ['project_id', 'text', (payout) => payout.purchase.wallet.project],
  ['transaction_id', 'bigint', (payout) => payout.purchase.id],
  ['wallet_address', 'text', (payout) => payout.wallet],
  ['amount_before_gas', 'numeric', (payout) => payout.amount],
  ['created_at', 'timestamptz', (payout) => instant(payout.createdAt)],
]

const BONUSES: readonly Column<DemoBonus>[] = [
  ['project_id', 'text', (bonus) => bonus.purchase.wallet.project],
  ['transaction_id', 'bigint', (bonus) => bonus.purchase.id],
  ['bonus_code_id', 'bigint', (bonus) => bonus.code?.id ?? null],
  ['bonus_token_amount', 'numeric', (bonus) => bonus.tokens],
  ['identifier', 'text', (bonus) => bonus.identifier],
  ['type', 'text', (bonus) => bonus.type],
  ['wallet_address', 'text', (bonus) => bonus.wallet],
  ['created_at', 'timestamptz', (bonus) => instant(bonus.purchase.createdAt)],
]

const CODES: readonly Column<DemoCode>[] = [
  ['id', 'bigint', (code) => code.id],
  ['project_id', 'text', (code) => code.project],
  ['code', 'text', (code) => code.code],
  ['percentage', 'numeric', (code) => code.percentage],
  ['start_date', 'timestamptz', (code) => instant(code.start)],
  ['end_date', 'timestamptz', (code) => instant(code.end)],
  ['uses', 'integer', (code) => code.uses],
  ['max_uses', 'integer', (code) => code.maxUses],
  ['disabled', 'boolean', (code) => code.disabledAt !== null],
  ['tokens_come_from_stage_tokens', 'boolean', (code) => code.tokensComeFromStage],
  ['created_at', 'timestamptz', (code) => instant(code.createdAt)],
]

/** Inserts wallets, purchases, codes, payouts and bonuses. The caller computes the rollups. */
export async function fillSales(
  tx: Tx,
  sales: readonly DemoSale[],
  rewards: readonly { payouts: DemoPayout[]; bonuses: DemoBonus[] }[],
  codes: readonly DemoCode[],
): Promise<void> {
  await insertMany(
    tx,
    'wallets',
    WALLETS,
    sales.flatMap(({ wallets }) => wallets),
  )
  await insertMany(
    tx,
    'transactions',
    PURCHASES,
    sales.flatMap(({ purchases }) => purchases).toSorted(byId),
  )
  // The id column is `generated always`, so explicit ids need this clause.
  await insertMany(tx, 'bonus_codes', CODES, codes, 'overriding system value')
  await insertMany(
    tx,
    'referral_payouts',
    PAYOUTS,
    rewards.flatMap(({ payouts }) => payouts).toSorted(byTime),
  )
  await insertMany(
    tx,
    'bonus_transactions',
    BONUSES,
    rewards.flatMap(({ bonuses }) => bonuses),
  )
  for (const table of ['transactions', 'bonus_codes']) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'),
      (select coalesce(max(id), 1) from ${sql.table(table)}))`.execute(tx)
  }
}

function byId(a: DemoPurchase, b: DemoPurchase): number {
  return a.id - b.id
}

function byTime(a: DemoPayout, b: DemoPayout): number {
  return a.createdAt - b.createdAt
}
