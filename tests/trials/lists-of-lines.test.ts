import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDecimals } from '#src/domain/money/decimals.ts'
import { addUnits, dayStart, localDate } from '#src/domain/time/calendar.ts'
import { HOUR_MS } from '#src/domain/time/zone.ts'
import type { Transaction } from '#src/wire/transactions.ts'
import { fillRandomSale, RANDOM_PROJECTS } from '#tests/support/oracles/random-sale.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { byExtent } from '#tests/support/server/test-extent.ts'

const NOW = Date.parse('2026-11-20T13:40:00.000Z')
const DAYS = 200

const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kolkata',
  'UTC',
] as const

interface TokenLine {
  payment_token_name: string
  purchases: number
  usd: string
}
interface ChannelLine {
  utm_source: string
  utm_medium: string
  purchases: number
  amount: number
}

/** The cents of an exact amount, half a cent rounded up as in the database. */
function roundedCents(usd: string): bigint {
  const [whole = '', fraction = ''] = usd.split('.')
  const places = fraction.padEnd(3, '0')
  return BigInt(whole + places.slice(0, 2)) + (Number(places[2]) >= 5 ? 1n : 0n)
}

let app: TestApp
let admin: SignedIn

beforeAll(async () => {
  app = await openTestApp()
  app.clock.set(new Date(NOW).toISOString())
  admin = await app.signIn('admin')
  await fillRandomSale(
    (statement, params) => {
      const [start = '', end = ''] = statement.split('$1')
      return sql`${sql.raw(start)}${params[0]}${sql.raw(end)}`.execute(app.db)
    },
    {
      seed: process.env['SALEROOM_SEED'] ?? 'lists',
      now: NOW,
      days: DAYS,
      wallets: 200,
      purchases: byExtent({ change: 600, all: 1200 }),
    },
  )
})
afterAll(() => app.close())

// A line of Settlement or Channels leads to a list: its total, and all of its rows, are the line.
test.each(ZONES)('the list that a line leads to has exactly its purchases in %s', async (zone) => {
  const trials = byExtent({ change: 2, all: 20 })
  const seed = ZONES.indexOf(zone)
  const get = async (path: string) => {
    const { status, body } = await app.call('GET', path, { as: admin })
    expect([path, status, body]).toEqual([path, 200, body])
    return body
  }
  for (let trial = 0; trial < trials; trial++) {
    // Ranges of all lengths that begin and end anywhere, by turns of coprime steps.
    const start = dayStart(
      localDate(NOW - ((trial * 37 + seed * 11) % DAYS) * 24 * HOUR_MS, zone),
      zone,
    )
    const end = addUnits(start, 'day', 1 + ((trial * 13 + seed * 7) % 60), zone) + trial * 61_003
    const range = new URLSearchParams({
      start_date: new Date(start).toISOString(),
      end_date: new Date(end).toISOString(),
      tz: zone,
    })
    for (const project of RANDOM_PROJECTS) {
      const own = `projects=${encodeURIComponent(project)}&${range}`
      const settlement = await get(`/settlement/summary?${own}`)
      const channels = await get(`/channels/summary?${own}`)
      const lines: [URLSearchParams, number, number][] = [
        [
          new URLSearchParams(),
          settlement[project].purchases,
          Number(settlement[project].gross_usd),
        ],
        ...settlement[project].by_token.map((line: TokenLine) => [
          new URLSearchParams({ currency: line.payment_token_name }),
          line.purchases,
          Number(line.usd),
        ]),
        ...channels[project]
          .filter((line: ChannelLine) => line.purchases > 0)
          .map((line: ChannelLine) => [
            new URLSearchParams({ utm_source: line.utm_source, utm_medium: line.utm_medium }),
            line.purchases,
            line.amount,
          ]),
      ]
      for (const [filter, purchases, usd] of lines) {
        const query = `${own}&${filter}&status=completed&voided=0`
        const found = await get(`/transactions/total?${query}`)
        expect([query, found.rows]).toEqual([query, purchases])
        expect(roundedCents(found.usd)).toBe(BigInt(Math.round(usd * 100)))
        const { results } = await get(`/transactions?${query}&limit=100`)
        expect(results).toHaveLength(Math.min(100, purchases))
        if (purchases > 100) continue
        const listed = results.map((row: Transaction) => row.payment_usd_amount ?? '0')
        expect(addDecimals(...listed)).toBe(found.usd)
      }
    }
  }
})
