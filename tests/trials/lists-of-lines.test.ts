import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#server/db/engine/open.ts'
import { addDecimals } from '#src/domain/money/decimals.ts'
import { addUnits, dayStart, localDate } from '#src/domain/time/calendar.ts'
import { DAY_MS, HOUR_MS } from '#src/domain/time/zone.ts'
import type { Transaction } from '#src/wire/transactions.ts'
import { RANDOM_PROJECTS } from '#tests/support/oracles/random-sale.ts'
import {
  DATABASES,
  openRandomSales,
  type RandomSales,
} from '#tests/support/oracles/random-sales.ts'
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

/** Gives some purchases of each project one bonus or two of some codes. */
async function addCodes(db: Db): Promise<void> {
  await sql`insert into bonus_codes (project_id, code, percentage, start_date, end_date, created_at)
    select id, 'CODE' || n, n, 
      ${new Date(NOW - 30 * DAY_MS)}::timestamptz - n * interval '40 days',
      ${new Date(NOW)}::timestamptz - n * interval '7 days', ${new Date(NOW - DAYS * DAY_MS)}
    from projects, generate_series(1, 3) as n`.execute(db)
  await sql`insert into bonus_transactions (project_id, transaction_id, bonus_code_id,
      bonus_token_amount, identifier, type, wallet_address, created_at)
    select t.project_id, t.id, c.id, t.id + 0.5, c.code, 'bonus_code', t.wallet_address, t.created_at
    from transactions t join bonus_codes c on c.project_id = t.project_id
      and t.id % 4 + 1 in (right(c.code, 1)::integer, 2)
    cross join generate_series(1, 1 + (t.id % 3)::integer) as n`.execute(db)
}

async function addMore(db: Db): Promise<void> {
  await addCodes(db)
  await sql`update transactions set voided_at = now(), voided_by = 'a@sales.example',
    void_reason = 'A test' where id % 11 = 0`.execute(db)
}

let sales: RandomSales

beforeAll(async () => {
  const seed = process.env['SALEROOM_SEED'] ?? 'lists'
  const purchases = byExtent({ change: 600, all: 1200 })
  sales = await openRandomSales({ seed, now: NOW, days: DAYS, wallets: 200, purchases }, addMore)
})
afterAll(async () => {
  await sales.close()
})

const CASES = DATABASES.flatMap((name) => ZONES.map((zone) => [name, zone] as const))

// A line of Settlement, Channels or a code leads to a list: its total, and all of its rows, are the line.
test.each(CASES)(
  'the list that a line leads to has exactly its purchases (%s, %s)',
  async (name, zone) => {
    const { app, admin } = sales.on(name)
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
        const { results: codes } = await get(`/bonus-codes?projects=${encodeURIComponent(project)}`)
        for (const { id } of codes) {
          const { during } = await get(
            `/bonus-codes/${encodeURIComponent(project)}/${id}/effect?tz=${zone}`,
          )
          const { from, to, purchases, amount } = during
          const window = new URLSearchParams({ bonus_code: id, start_date: from, end_date: to })
          lines.push([window, purchases, amount])
        }
        for (const [filter, purchases, usd] of lines) {
          const period = filter.has('start_date') ? `projects=${encodeURIComponent(project)}` : own
          const query = `${period}&${filter}&status=completed&voided=0`
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
  },
)
