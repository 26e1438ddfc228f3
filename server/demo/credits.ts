import { chance } from './random.ts'
import type { DemoSale } from './sales.ts'

const HOUR_MS = 3_600_000
const WALLETS_PER_CREDIT = 190

export interface DemoCredit {
  project: string
  wallet: string
  tokens: string
  reason: string | null
  authorizer: string
  createdAt: number
}

const REASONS = [
  'Purchase arrived on the wrong network',
  'Contest winner',
  'Compensation for a delayed confirmation',
  'Card payment confirmed by the provider',
  'Community moderator, monthly',
  'Bonus code was not applied',
  null,
]

/** Creates manual credits, oldest first. @param authorizers email addresses of accounts */
export function makeCredits(
  { project, wallets }: DemoSale,
  authorizers: readonly string[],
  now: number,
  seed: string,
): DemoCredit[] {
  const random = chance(`${seed} ${project.id} credits`)
  const credits: DemoCredit[] = []
  for (let i = 0; i < wallets.length / WALLETS_PER_CREDIT; i++) {
    const wallet = random.pick(wallets)
    const fraction = random.happens(0.2) ? `.${random.hex(6).replace(/\D/g, '5')}` : ''
    credits.push({
      project: project.id,
      wallet: wallet.address,
      tokens: `${random.pick([500, 1000, 2500, 10_000, random.whole(20, 9000)])}${fraction}`,
      reason: random.pick(REASONS),
      authorizer: random.pick(authorizers),
      createdAt: Math.min(now - 1000, wallet.createdAt + random.whole(1, 400) * HOUR_MS),
    })
  }
  return credits.toSorted((a, b) => a.createdAt - b.createdAt)
}
