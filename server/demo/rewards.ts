import type { Insertable } from 'kysely'
import type { BonusTransactionsTable, ReferralPayoutsTable } from '#server/db/schema/schema.ts'
import { MINUTE_MS } from '#src/domain/time/zone.ts'
import type { DemoCode } from './codes.ts'
import { chance } from './random.ts'
import type { DemoSale } from './sales.ts'

const CODE_SHARE = 0.07
const RANKS = ['Bronze', 'Silver', 'Gold', 'Platinum', 'Diamond']

type Payout = Insertable<ReferralPayoutsTable> & { created_at: Date }
type Bonus = Insertable<BonusTransactionsTable>

/** Creates the payouts to referrers and the bonus tokens of completed purchases. */
export function makeRewards(
  { project, purchases }: DemoSale,
  codes: readonly DemoCode[],
  seed: string,
  now: number,
): { payouts: Payout[]; bonuses: Bonus[] } {
  const random = chance(`${seed} ${project.id} rewards`)
  const payouts: Payout[] = []
  const bonuses: Bonus[] = []
  for (const purchase of purchases) {
    const { wallet, createdAt } = purchase
    if (purchase.status !== 'completed') continue
    const own = { project_id: project.id, transaction_id: purchase.id }
    /** Grants a share of the purchase's tokens, in percent. */
    const grant = (
      type: Bonus['type'],
      to: string,
      percentage: number,
      identifier: string,
      code?: DemoCode,
    ) =>
      bonuses.push({
        ...own,
        bonus_code_id: code?.id ?? null,
        bonus_token_amount: ((Number(purchase.tokens) * percentage) / 100).toFixed(6),
        identifier,
        type,
        wallet_address: to,
        created_at: new Date(createdAt),
      })

    const running = codes.filter((code) => isRunning(code, createdAt))
    if (running.length > 0 && random.happens(CODE_SHARE)) {
      const code = random.pick(running)
      code.uses += 1
      grant('bonus_code', wallet.address, code.percentage, code.code, code)
    }
    const rank = Math.floor(Math.log10(Math.max(1, Number(purchase.usd) / 150)) * 2.2)
    if (rank >= 1)
      grant('rank', wallet.address, rank, RANKS[Math.min(rank, RANKS.length) - 1] ?? 'Bronze')
    const referrer = wallet.referredBy
    if (!referrer) continue
    const delay = Math.floor((1 + random.next() * 20) * MINUTE_MS)
    payouts.push({
      ...own,
      wallet_address: referrer,
      amount_before_gas: ((Number(purchase.usd) * project.payoutPercentage) / 100).toFixed(9),
      created_at: new Date(Math.min(now - 1, createdAt + delay)),
    })
    grant('referral', wallet.address, 3, wallet.address)
    if (random.happens(0.3)) grant('referrer', referrer, 2, referrer)
  }
  return { payouts, bonuses }
}

function isRunning(code: DemoCode, at: number): boolean {
  return (
    at >= Math.max(Number(code.created_at), Number(code.start_date)) &&
    at < Math.min(Number(code.end_date ?? Infinity), Number(code.disabledAt ?? Infinity)) &&
    code.uses < (code.max_uses ?? Infinity)
  )
}
