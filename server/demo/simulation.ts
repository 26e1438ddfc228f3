import { createHash } from 'node:crypto'
import type { IngestEvent } from '#src/wire/ingest.ts'
import { statusReason } from './status-reasons.ts'

// Realistic traffic of a sale: visitors connect a wallet; some buy, use a code, were referred or leave
// their email address; purchases move through their statuses.

const COUNTRIES = ['US', 'DE', 'GB', 'TR', 'NG', 'BR', 'FR', 'VN', 'IN', 'AE', 'Germany', null]
const SOURCES = ['google', 'twitter', 'youtube', 'telegram', 'coinmarketcap', null]
const MEDIUMS = ['cpc', 'social', 'influencer', 'email', null]
const REFERRERS = ['https://www.google.com/', 'https://x.com/', 'https://t.me/', null]
/** Payment tokens and their prices in USD. */
const CURRENCIES = [
  ['ETH', 3020],
  ['USDT', 1],
  ['BNB', 610],
  ['USDC', 1],
  ['SOL', 172],
] as const
/** Of a sale that has not sold anything yet. */
const FIRST_STAGE = { name: 'Live', priceUsd: 0.024 }

const SHARE = {
  buys: 0.45,
  fails: 0.07,
  expires: 0.05,
  code: 0.25,
  referred: 0.2,
  lead: 0.15,
  refund: 0.02,
}
/** The average number of events per visitor, with the shares above. */
const EVENTS_PER_VISITOR = 2.9

export interface SimulatedSale {
  projectId: string
  codes: readonly string[]
  /** What it sells, and the USD of one token. */
  stage?: { name: string; priceUsd: number }
}

export interface Simulation {
  /** The events since the last call, up to `now`. */
  advance(now: Date): { projectId: string; event: IngestEvent }[]
}

interface Planned {
  at: number
  projectId: string
  event: IngestEvent
}

/**
 * @param rate the approximate number of events per second, for all sales together
 * @param run the name of this run, which makes its event ids unique
 */
export function simulate(
  sales: readonly SimulatedSale[],
  { rate, run, start, random }: { rate: number; run: string; start: Date; random(): number },
): Simulation {
  const planned: Planned[] = []
  let visitors = 0
  let nextVisitAt = start.getTime()

  const pick = <T>(list: readonly T[]): T =>
    // The lists above are never empty.
    list.at(Math.floor(random() * list.length))!
  const happens = (share: number) => random() < share
  const after = (at: number, leastS: number, mostS: number) =>
    at + 1000 * (leastS + random() * (mostS - leastS))
  const hex = (of: string, length: number) =>
    createHash('sha512').update(`${run}:${of}`).digest('hex').slice(0, length)

  function visit(at: number) {
    visitors += 1
    const name = `${run}-${visitors}`
    const { projectId, codes, stage = FIRST_STAGE } = pick(sales)
    const wallet_address = `0x${hex(name, 40)}`
    const plan = (time: number, event: IngestEvent) => planned.push({ at: time, projectId, event })
    const toIso = (time: number) => new Date(time).toISOString()
    const dimensions = {
      country: pick(COUNTRIES),
      referrer: pick(REFERRERS),
      utm_source: pick(SOURCES),
      utm_medium: pick(MEDIUMS),
    }
    const referrer =
      visitors > 10 && happens(SHARE.referred)
        ? `0x${hex(`${run}-${1 + Math.floor(random() * (visitors - 1))}`, 40)}`
        : null
    plan(at, {
      id: `${name}-w`,
      kind: 'wallet',
      occurred_at: toIso(at),
      wallet_address,
      ...dimensions,
      referred_by: referrer,
    })
    if (happens(SHARE.lead)) {
      const leadAt = after(at, 5, 60)
      plan(leadAt, {
        id: `${name}-l`,
        kind: 'lead',
        occurred_at: toIso(leadAt),
        lead_id: name,
        email: `visitor-${name}@example.com`,
        is_email_verified: happens(0.6) ? 1 : 0,
        wallet_address,
      })
    }
    if (!happens(SHARE.buys)) return

    const [payment_token_name, price] = pick(CURRENCIES)
    // Many small purchases and a few large ones.
    const usd = Math.round(100 * 25 * Math.exp(3.2 * random() * random() + random())) / 100
    const tokens = (usd / stage.priceUsd).toFixed(2)
    const createdAt = after(at, 5, 90)
    const step = (
      suffix: string,
      time: number,
      status: 'pending' | 'processing' | 'completed' | 'failed' | 'expired' | 'refunded',
    ) =>
      plan(time, {
        id: `${name}-${suffix}`,
        kind: 'transaction',
        occurred_at: toIso(time),
        transaction_id: name,
        wallet_address,
        status,
        status_reason: statusReason(status, name),
        created_at: toIso(createdAt),
        transaction_hash: `0x${hex(`${name}-hash`, 64)}`,
        stage_name: status === 'pending' ? null : stage.name,
        payment_token_name,
        payment_token_amount: (usd / price).toFixed(8),
        payment_usd_amount: usd.toFixed(2),
        tokens_bought: status === 'pending' ? null : tokens,
        ...dimensions,
      })
    step('1', createdAt, 'pending')
    if (happens(SHARE.expires)) return void step('2', after(createdAt, 30, 90), 'expired')
    const processingAt = after(createdAt, 2, 8)
    step('2', processingAt, 'processing')
    const endAt = after(processingAt, 3, 20)
    if (happens(SHARE.fails)) return void step('3', endAt, 'failed')
    step('3', endAt, 'completed')
    if (happens(SHARE.refund)) step('4', after(endAt, 30, 120), 'refunded')
    const bonus = (
      suffix: string,
      type: 'bonus_code' | 'referral',
      identifier: string,
      to: string,
      code: string | null,
    ) =>
      plan(endAt, {
        id: `${name}-${suffix}`,
        kind: 'bonus_transaction',
        occurred_at: toIso(endAt),
        transaction_id: name,
        wallet_address: to,
        type,
        identifier,
        bonus_token_amount: (Number(tokens) / 10).toFixed(2),
        bonus_code: code,
      })
    if (codes.length > 0 && happens(SHARE.code)) {
      const code = pick(codes)
      bonus('c', 'bonus_code', code, wallet_address, code)
    }
    if (referrer === null) return
    bonus('r', 'referral', name, wallet_address, null)
    plan(endAt, {
      id: `${name}-p`,
      kind: 'referral_payout',
      occurred_at: toIso(endAt),
      wallet_address: referrer,
      amount_before_gas: (usd / 20).toFixed(2),
      transaction_id: name,
    })
  }

  return {
    advance(now) {
      while (nextVisitAt <= now.getTime()) {
        visit(nextVisitAt)
        // Arrivals are a Poisson process, so the intervals are exponential.
        nextVisitAt += (-Math.log(1 - random()) * 1000 * EVENTS_PER_VISITOR) / rate
      }
      const due = planned.filter(({ at }) => at <= now.getTime())
      if (due.length === 0) return []
      const later = planned.filter(({ at }) => at > now.getTime())
      planned.splice(0, planned.length, ...later)
      return due.toSorted((a, b) => a.at - b.at)
    },
  }
}
