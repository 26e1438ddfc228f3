import type { Insertable } from 'kysely'
import type { ManualTransactionsTable, UserRow } from '#server/db/schema/schema.ts'
import { HOUR_MS } from '#src/domain/time/zone.ts'
import { creditedAt, creditedPurchases } from './fill-histories.ts'
import { chance } from './random.ts'
import type { DemoSale } from './sales.ts'

const WALLETS_PER_CREDIT = 190

const REASONS = [
  'Purchase arrived on the wrong network',
  'Contest winner',
  'Compensation for a delayed confirmation',
  'Card payment confirmed by the provider',
  'Community moderator, monthly',
  'Bonus code was not applied',
  null,
]

type Credit = Insertable<ManualTransactionsTable> & { created_at: Date }

/** Creates gifts and corrections, and the credits of a few purchases. */
export function makeCredits(
  sale: DemoSale,
  authorizers: readonly UserRow[],
  now: number,
  seed: string,
): Credit[] {
  const { project, wallets } = sale
  const random = chance(`${seed} ${project.id} credits`)
  const gifts = Array.from({ length: Math.ceil(wallets.length / WALLETS_PER_CREDIT) }, () => {
    const wallet = random.pick(wallets)
    const fraction = random.happens(0.2) ? `.${random.hex(6).replace(/\D/g, '5')}` : ''
    const tokens = `${random.pick([500, 1000, 2500, 10_000, random.whole(20, 9000)])}${fraction}`
    const reason = random.pick(REASONS)
    const authorizer = random.pick(authorizers)
    const at = new Date(Math.min(now - 1000, wallet.createdAt + random.whole(1, 400) * HOUR_MS))
    return {
      project_id: project.id,
      wallet_address: wallet.address,
      tokens,
      reason,
      authorizer_id: authorizer.id,
      authorizer: authorizer.email,
      transaction_id: null,
      created_at: at,
      updated_at: at,
    }
  })
  const { lost, late } = creditedPurchases(sale, now)
  const authorizer = random.pick(authorizers)
  const corrections = [...lost, ...late].map((purchase) => ({
    project_id: project.id,
    wallet_address: purchase.wallet.address,
    tokens: purchase.tokens ?? '0',
    reason: 'Payment confirmed by hand after a complaint',
    authorizer_id: authorizer.id,
    authorizer: authorizer.email,
    transaction_id: purchase.id,
    created_at: new Date(creditedAt(purchase)),
    updated_at: new Date(creditedAt(purchase)),
  }))
  return [...gifts, ...corrections]
}
