import type { TransactionStatus } from '#server/db/schema/schema.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/domain/time/zone.ts'
import { CAMPAIGNS, COUNTRIES, CURRENCIES, REFERRERS, type Campaign } from './labels.ts'
import type { DemoProject } from './projects.ts'
import { chance, type Chance } from './random.ts'
import { instantsOf } from './rhythm.ts'
import { stageAt } from './stages.ts'

export interface DemoWallet {
  project: string
  address: string
  createdAt: number
  country: string | null
  referrer: string | null
  campaign: Campaign
  referredBy: string | null
  referralCode: string | null
  overrides: readonly [minSpend: number | null, payout: number | null, bonus: number | null]
  firstPurchaseAt: number | null
  purchases: number
  /** typical spending per purchase in USD */
  budget: number
}

export interface DemoPurchase {
  id: number
  wallet: DemoWallet
  createdAt: number
  hash: string | null
  stage: string | null
  currency: string
  paid: string
  usd: string
  tokens: string | null
  type: string
  status: TransactionStatus
  country: string | null
  depositClass: number | null
}

export interface DemoSale {
  project: DemoProject
  start: number
  wallets: DemoWallet[]
  purchases: DemoPurchase[]
}

/**
 * Creates the wallets and purchases of a project; purchases are in chronological order and have no ids
 * yet. It creates whole days and cuts the last one at `now`, so any time of a day gives the same history.
 */
export function makeSale(project: DemoProject, now: number, seed: string): DemoSale {
  const random = chance(`${seed} ${project.id}`)
  const today = Math.floor(now / DAY_MS) * DAY_MS
  const end = today + DAY_MS
  const start = today - project.ageDays * DAY_MS + 9 * HOUR_MS
  const waveDays = project.ageDays / project.stages
  const wallets = makeWallets(project, { start, end, waveDays, growth: 1.9 }, random)
  const course = { start: start + 2 * HOUR_MS, end, waveDays, growth: 2.3 }
  const instants = instantsOf(project.purchases, course, random)
  const chooser = chooseBuyers(wallets, random)
  const purchases = instants
    .map((at) => makePurchase(project, chooser(at), at, { start, end, now }, random))
    .filter(({ createdAt }) => createdAt < now)
    .toSorted((a, b) => a.createdAt - b.createdAt)
  for (const purchase of purchases) countPurchase(purchase)
  return { project, start, wallets: wallets.filter(({ createdAt }) => createdAt < now), purchases }
}

function makeWallets(
  project: DemoProject,
  course: Parameters<typeof instantsOf>[1],
  random: Chance,
): DemoWallet[] {
  const wallets: DemoWallet[] = []
  for (const createdAt of instantsOf(project.wallets, course, random)) {
    const isReferred = wallets.length > 20 && random.happens(0.2)
    const hasOverride = random.happens(0.02)
    wallets.push({
      project: project.id,
      address: `0x${random.hex(40)}`,
      createdAt,
      country: random.weighted(COUNTRIES),
      referrer: random.weighted(REFERRERS),
      campaign: random.weighted(CAMPAIGNS),
      // A few wallets refer many others: the square favours the first wallets.
      referredBy: isReferred
        ? (wallets[Math.floor(random.next() ** 2 * wallets.length)]?.address ?? null)
        : null,
      referralCode: random.happens(0.12) ? `${project.id}-${random.hex(6).toUpperCase()}` : null,
      overrides: hasOverride
        ? [random.pick([50, 100, 250]), random.pick([7.5, 12, 15]), random.pick([null, 5])]
        : [null, null, null],
      firstPurchaseAt: null,
      purchases: 0,
      budget: random.around(320, 0.95),
    })
  }
  return wallets
}

/** Chooses the buyer at a time: mostly an earlier buyer, sometimes a new one. */
function chooseBuyers(wallets: readonly DemoWallet[], random: Chance): (at: number) => DemoWallet {
  const buyers: DemoWallet[] = []
  const hasBought = new Set<DemoWallet>()
  let registered = 0
  return (at) => {
    while ((wallets[registered]?.createdAt ?? Infinity) < at - 3 * MINUTE_MS) registered++
    // About a quarter of new wallets buy within a few days.
    const isNew = buyers.length === 0 || random.happens(0.175)
    if (isNew && registered > 0) {
      for (let tries = 0; tries < 6; tries++) {
        const wallet =
          wallets[registered - 1 - Math.floor(random.next() ** 2 * Math.min(registered, 150))]
        if (!wallet || hasBought.has(wallet)) continue
        hasBought.add(wallet)
        buyers.push(wallet)
        return wallet
      }
    }
    const recent = Math.min(buyers.length, 260)
    const place = random.happens(0.4)
      ? buyers.length - 1 - Math.floor(random.next() * recent)
      : Math.floor(random.next() ** 2.4 * buyers.length)
    const buyer = buyers[place] ?? wallets[0]
    if (!buyer) throw new RangeError('A project needs wallets')
    return buyer
  }
}

function makePurchase(
  project: DemoProject,
  wallet: DemoWallet,
  at: number,
  { start, end, now }: { start: number; end: number; now: number },
  random: Chance,
): DemoPurchase {
  const createdAt = Math.min(end - 1, Math.max(at, wallet.createdAt + 4 * MINUTE_MS))
  const status = chooseStatus(now - createdAt, random)
  const isOpen = status === 'pending' || status === 'processing'
  // Every status draws the same number of random values, so that the sequence is independent of `now`.
  const hasHash = random.happens(0.5)
  const hash = random.hex(64)
  const currency = random.weighted(CURRENCIES)
  const { name: stage, price } = stageAt(project, { start, end }, createdAt)
  const rate =
    currency.price === 1 ? 1 : currency.price * (1 + 0.2 * Math.sin(createdAt / (40 * DAY_MS)))
  const spent = Math.min(40_000, Math.max(12, wallet.budget * random.around(1, 0.55)))
  const paid = (spent / rate).toFixed(currency.decimals)
  const usd = (Number(paid) * rate).toFixed(currency.price === 1 ? 2 : 9)
  return {
    id: 0,
    wallet,
    createdAt,
    hash: hasHash || status !== 'pending' ? `0x${hash}` : null,
    stage: isOpen ? null : stage,
    currency: currency.name,
    paid,
    usd,
    tokens: isOpen ? null : (Number(usd) / price).toFixed(6),
    type: currency.type,
    status,
    // Some buyers travel.
    country: random.happens(0.04) ? random.weighted(COUNTRIES) : wallet.country,
    depositClass: null,
  }
}

function chooseStatus(age: number, random: Chance): TransactionStatus {
  const draw = random.next()
  const open = random.pick<TransactionStatus>(['pending', 'processing'])
  const ended = random.weighted<TransactionStatus>([
    ['completed', 860],
    ['failed', 62],
    ['expired', 54],
    ['refunded', 21],
    ['processing', 2],
    ['pending', 1],
  ])
  // Only recent purchases can still be open.
  return draw < (age < 2 * HOUR_MS ? 0.5 : age < 2 * DAY_MS ? 0.06 : 0) ? open : ended
}

function countPurchase(purchase: DemoPurchase): void {
  const { wallet } = purchase
  if (purchase.status !== 'completed') return
  wallet.purchases += 1
  wallet.firstPurchaseAt ??= purchase.createdAt
  purchase.depositClass = Math.min(4, wallet.purchases)
}
