import type { DemoCode } from './codes.ts'
import { chance } from './random.ts'
import type { DemoPurchase, DemoSale } from './sales.ts'

const MINUTE_MS = 60_000
const CODE_SHARE = 0.07
const RANKS = ['Bronze', 'Silver', 'Gold', 'Platinum', 'Diamond']

export interface DemoPayout {
  purchase: DemoPurchase
  wallet: string
  amount: string
  createdAt: number
}

export interface DemoBonus {
  purchase: DemoPurchase
  code: DemoCode | null
  tokens: string
  identifier: string
  type: 'bonus_code' | 'rank' | 'referral' | 'referrer'
  wallet: string
}

/** Creates the payouts to referrers and the bonus tokens of completed purchases. */
export function makeRewards(
  { project, purchases }: DemoSale,
  codes: readonly DemoCode[],
  seed: string,
  now: number,
): { payouts: DemoPayout[]; bonuses: DemoBonus[] } {
  const random = chance(`${seed} ${project.id} rewards`)
  const payouts: DemoPayout[] = []
  const bonuses: DemoBonus[] = []
  for (const purchase of purchases) {
    const { wallet, createdAt } = purchase
    if (purchase.status !== 'completed') continue
    const share = (percentage: number) => ((Number(purchase.tokens) * percentage) / 100).toFixed(6)
    const add = (bonus: Omit<DemoBonus, 'purchase'>) => bonuses.push({ purchase, ...bonus })

    const running = codes.filter((code) => isRunning(code, createdAt))
    if (running.length > 0 && random.happens(CODE_SHARE)) {
      const code = random.pick(running)
      code.uses += 1
      add({
        code,
        tokens: share(code.percentage),
        identifier: code.code,
        type: 'bonus_code',
        wallet: wallet.address,
      })
    }
    const rank = Math.floor(Math.log10(Math.max(1, Number(purchase.usd) / 150)) * 2.2)
    if (rank >= 1) {
      const identifier = RANKS[Math.min(rank, RANKS.length) - 1] ?? 'Bronze'
      add({ code: null, tokens: share(rank), identifier, type: 'rank', wallet: wallet.address })
    }
    if (wallet.referredBy) {
      const referrer = wallet.referredBy
      payouts.push({
        purchase,
        wallet: referrer,
        amount: ((Number(purchase.usd) * project.payoutPercentage) / 100).toFixed(9),
        createdAt: Math.min(now - 1, createdAt + Math.floor((1 + random.next() * 20) * MINUTE_MS)),
      })
      add({
        code: null,
        tokens: share(3),
        identifier: wallet.address,
        type: 'referral',
        wallet: wallet.address,
      })
      if (random.happens(0.3))
        add({
          code: null,
          tokens: share(2),
          identifier: referrer,
          type: 'referrer',
          wallet: referrer,
        })
    }
  }
  return { payouts, bonuses }
}

function isRunning(code: DemoCode, at: number): boolean {
  return (
    at >= Math.max(code.createdAt, code.start ?? 0) &&
    at < Math.min(code.end ?? Infinity, code.disabledAt ?? Infinity) &&
    code.uses < (code.maxUses ?? Infinity)
  )
}
