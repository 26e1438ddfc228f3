import { simulate } from '#server/demo/simulation.ts'
import { randomNumbers } from '#src/domain/sale/random-numbers.ts'
import type { IngestEvent } from '#src/wire/ingest.ts'

// A simulated sale, the order in which its events arrive, and their expected totals, computed
// independently in memory.

const START = Date.parse('2026-11-10T00:00:00.000Z')
const STATUS_ORDER = ['pending', 'processing', 'completed', 'failed', 'expired', 'refunded']
const rankOf = (status: string) => [0, 1, 2, 2, 2, 3][STATUS_ORDER.indexOf(status)] ?? 0

/** About `count` events of one sale within some days. */
export function makeEvents(projectId: string, count: number, seed: number): IngestEvent[] {
  const simulation = simulate([{ projectId, codes: [] }], {
    rate: 1,
    run: `replay-${seed}`,
    start: new Date(START),
    random: randomNumbers(seed),
  })
  const events: IngestEvent[] = []
  for (let at = START; events.length < count; at += 60_000)
    events.push(...simulation.advance(new Date(at)).map(({ event }) => event))
  // The simulation creates a new wallet for every visitor; here a few wallets buy repeatedly.
  return events
    .slice(0, count)
    .map((event) =>
      'wallet_address' in event && event.wallet_address
        ? { ...event, wallet_address: event.wallet_address.slice(0, 4).padEnd(42, '0') }
        : event,
    )
}

/** The events out of order, a third of them repeated, in batches of 1 to 1,000. */
export function makeBatches(events: readonly IngestEvent[], seed: number): IngestEvent[][] {
  const random = randomNumbers(seed)
  const repeats = events.filter(() => random() < 1 / 3)
  const all = [...events, ...repeats]
    .map((event) => ({ event, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ event }) => event)
  const batches: IngestEvent[][] = []
  for (let from = 0; from < all.length;) {
    const size = 1 + Math.floor(random() * random() * 1000)
    batches.push(all.slice(from, from + size))
    from += size
  }
  return batches
}

export interface Replay {
  wallets: number
  converted: number
  transactions: number
  purchases: number
  usd: string
  deposits: [first: number, second: number, third: number, later: number]
  bonuses: number
  payouts: number
  payoutUsd: string
  leads: number
}

const cents = (decimal: string) => Math.round(Number(decimal) * 100)
const usd = (sum: number) => (sum / 100).toFixed(2)

/** The final state that the events describe, independent of their order and repetition. */
export function replay(events: readonly IngestEvent[]): Replay {
  const standing = new Map<string, Extract<IngestEvent, { kind: 'transaction' }>>()
  const wallets = new Set<string>()
  const seen = new Map(events.map((event) => [event.id, event]))
  const sums = { bonuses: 0, payouts: 0, payoutCents: 0 }
  const leads = new Set<string>()
  const owed: string[] = []
  for (const event of seen.values()) {
    if (event.kind === 'wallet') wallets.add(event.wallet_address)
    if (event.kind === 'lead') leads.add(event.lead_id)
    if (event.kind === 'bonus_transaction') owed.push(event.transaction_id)
    if (event.kind === 'referral_payout') {
      sums.payouts += 1
      sums.payoutCents += cents(event.amount_before_gas)
    }
    if (event.kind !== 'transaction') continue
    wallets.add(event.wallet_address)
    const other = standing.get(event.transaction_id)
    const key = (one: typeof event) => [Date.parse(one.occurred_at), rankOf(one.status)] as const
    const isNewer =
      !other ||
      key(event)[0] > key(other)[0] ||
      (key(event)[0] === key(other)[0] && key(event)[1] > key(other)[1])
    if (isNewer) standing.set(event.transaction_id, event)
  }
  const completed = [...standing.values()].filter(({ status }) => status === 'completed')
  const byWallet = new Map<string, number>()
  const deposits: Replay['deposits'] = [0, 0, 0, 0]
  for (const { wallet_address } of completed) {
    const place = byWallet.get(wallet_address) ?? 0
    byWallet.set(wallet_address, place + 1)
    deposits[Math.min(3, place) as 0 | 1 | 2 | 3] += 1
  }
  return {
    wallets: wallets.size,
    converted: byWallet.size,
    transactions: standing.size,
    purchases: completed.length,
    usd: usd(completed.reduce((sum, one) => sum + cents(one.payment_usd_amount), 0)),
    deposits,
    bonuses: owed.filter((source) => standing.has(source)).length,
    payouts: sums.payouts,
    payoutUsd: usd(sums.payoutCents),
    leads: leads.size,
  }
}

/** The same from the database: from its rows, and from its rollups where they exist. */
export const REPLAY_SQL = (project: string) => `
  select
    (select count(*)::int from wallets where project_id = '${project}') as wallets,
    (select count(*)::int from wallets where project_id = '${project}'
      and first_purchase_at is not null) as converted,
    (select count(*)::int from transactions where project_id = '${project}') as transactions,
    (select coalesce(sum(n), 0)::int from time_rollups where project_id = '${project}'
      and source = 'p' and level = 'd') as purchases,
    (select coalesce(sum(amount), 0)::numeric(38,2)::text from time_rollups
      where project_id = '${project}' and source = 'p' and level = 'd') as usd,
    (select array[sum(first_deposits), sum(second_deposits), sum(third_deposits),
        sum(n - first_deposits - second_deposits - third_deposits)]::int[]
      from time_rollups where project_id = '${project}' and source = 'p' and level = 'm') as deposits,
    (select count(*)::int from bonus_transactions where project_id = '${project}') as bonuses,
    (select count(*)::int from referral_payouts where project_id = '${project}') as payouts,
    (select coalesce(sum(amount), 0)::numeric(38,2)::text from time_rollups
      where project_id = '${project}' and source = 'y' and level = 'd') as "payoutUsd",
    (select count(*)::int from leads where project_id = '${project}') as leads`
