import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readDigestFigures } from '#server/digest/digest-figures.ts'
import { lastDueDigest } from '#server/digest/digest-schedule.ts'
import { toRankedRows, totalOf, totalRow, unknownOf } from '#src/domain/money/ranked-rows.ts'
import type { RankedRow } from '#src/domain/money/ranked-rows.ts'
import { RANKED_RULES, countriesOf } from '#src/domain/money/ranked-rules.ts'
import { figureFormat } from '#src/domain/text/mask.ts'
import { addUnits, dayStart, localDate } from '#src/domain/time/calendar.ts'
import { customDays, rangeOf } from '#src/domain/time/time-range.ts'
import { allowedUnits, type Period, type UnitChoice } from '#src/domain/time/time-units.ts'
import { HOUR_MS } from '#src/domain/time/zone.ts'
import { conversionSums } from '#src/features/home/cards/card-csv.ts'
import { CARDS } from '#src/features/home/cards/cards.ts'
import type {
  ConversionsCardRow,
  GraphCardRow,
  RankedCardRow,
} from '#src/features/home/cards/cards.ts'
import { sumOf, toGraphSeries } from '#src/features/home/graph/graph-series.ts'
import { rankedTable } from '#src/features/home/ranked/ranked-csv.ts'
import { reconcile } from '#src/features/home/ranked/reconciliation.ts'
import { toPeriodRequest } from '#src/figures/period-request.ts'
import type { PeriodRequest, PeriodSelection } from '#src/figures/period-request.ts'
import { setAccessToken } from '#src/state/session.ts'
import {
  sumBy,
  total,
  expectedConversions,
  expectedDeposits,
  expectedRows,
} from '#tests/support/oracles/random-oracle.ts'
import type { Exact, Table, ExpectedRow } from '#tests/support/oracles/random-oracle.ts'
import { COUNTRY_NAMES, RANDOM_PROJECTS } from './support/oracles/random-sale.ts'
import { fillSale } from './support/oracles/random-sales.ts'
import { openTestApp, type SignedIn, type TestApp } from './support/server/app.ts'
import { EXTENT } from './support/server/test-extent.ts'

const isLong = EXTENT === 'long'
const NOW = Date.parse('2026-11-20T13:40:00.000Z')
/** The longest range by hour; it has fewer than 5,000 bars. */
const DAYS = 200

// Time zones, with a day of 23 or 25 hours if the zone has one.
const ZONES = [
  ['Europe/Berlin', '2026-10-25'],
  ['America/New_York', '2026-11-01'],
  ['America/St_Johns', '2026-11-01'],
  ['Asia/Kolkata', '2026-10-25'],
  ['UTC', '2026-10-25'],
] as const

let app: TestApp
let admin: SignedIn

beforeAll(async () => {
  app = await openTestApp()
  admin = await fillSale(app, {
    seed: process.env['SALEROOM_SEED'] ?? 'home',
    now: NOW,
    days: DAYS,
    wallets: 200,
    purchases: isLong ? 5000 : 600,
  })
  setAccessToken(admin.token)
  vi.stubGlobal('fetch', async (input: string) => {
    const { status, text } = await app.call('GET', input.slice('/v1'.length), { as: admin })
    return new Response(text, { status, headers: { 'Content-Type': 'application/json' } })
  })
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await app.close()
})

/** The app's number in cents. */
const cents = (usd: number) => BigInt(Math.round(usd * 100))
const exact = ({ amount, count }: { amount: number; count: number }): Exact => ({
  cents: cents(amount),
  count,
})
const ZERO: Exact = { cents: 0n, count: 0 }
const grouped = (digits: bigint) => String(digits).replaceAll(/\B(?=(\d{3})+$)/g, ',')

function usdText(value: bigint, decimals: 0 | 2): string {
  if (decimals === 0) return `$${grouped((value + 50n) / 100n)}`
  return `$${grouped(value / 100n)}.${String(value % 100n).padStart(2, '0')}`
}

function shareText(part: bigint, whole: bigint): string {
  const hundredths = whole === 0n ? 0n : (part * 10_000n) / whole
  if (part > 0n && hundredths === 0n) return '<0.01%'
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}%`
}

const isUnknown = (label: string | null | undefined) => /^(unknown)?$/i.test(label ?? '')
const labelText = (label: string | null | undefined) =>
  isUnknown(label) ? 'Unknown' : (label ?? '')
const COUNTRIES = new Map(COUNTRY_NAMES)
const countryName = (label: string | null | undefined) => COUNTRIES.get(label ?? null) ?? ''
const referrerName = (label: string | null | undefined) =>
  labelText(label)
    .replace(/^https:\/\//, '')
    .replace(/\/$/, '')

/** The columns of a ranked card, and the names of its rows. */
const RANKED: Record<
  string,
  { columns: string[]; nameOf: (labels: ExpectedRow['labels']) => string }
> = {
  countries: { columns: ['country'], nameOf: ([country]) => countryName(country) },
  currencies: { columns: ['payment_token_name'], nameOf: ([name]) => labelText(name) },
  referrers: { columns: ['referrer'], nameOf: ([referrer]) => referrerName(referrer) },
  'utm-sources': { columns: ['utm_source'], nameOf: ([source]) => labelText(source) },
  'utm-plus': {
    columns: ['utm_source', 'utm_medium', 'country'],
    nameOf: ([source, medium]) => `${labelText(source)} / ${labelText(medium)}`,
  },
}
const GRAPH_TABLES: Record<string, Table> = {
  transactions: 'transactions',
  referrals: 'referral_payouts',
  registrations: 'wallets',
}
const signal = new AbortController().signal

async function expectGraph(card: GraphCardRow, request: PeriodRequest) {
  const { resolvedQuery } = request
  const table = GRAPH_TABLES[card.id] ?? 'transactions'
  const expected = await expectedRows(app.db, resolvedQuery, table, { byBucket: true })
  const items = await card.records.fetch(request, signal)
  const summary = await card.summary.fetch(request, signal)
  const amounts = toGraphSeries(resolvedQuery, items, 'amount')
  const counts = toGraphSeries(resolvedQuery, items, 'count')
  const expectedSums = sumBy(expected, ({ project, at }) => `${project} ${at}`)
  const found = new Map<string, Exact>()
  for (const [row, { project, values }] of counts.rows.entries()) {
    for (const [index, count] of values.entries()) {
      const sum = { cents: cents(amounts.rows[row]?.values[index] ?? 0), count }
      if (sum.count > 0) found.set(`${project} ${counts.starts[index]}`, sum)
    }
  }
  expect(found).toEqual(expectedSums)
  const byBucket = sumBy(expected, ({ at }) => at)
  for (const [index, start] of counts.starts.entries()) {
    const sum = byBucket.get(start) ?? ZERO
    expect(counts.totals[index]).toBe(sum.count)
    expect(cents(amounts.totals[index] ?? 0)).toBe(sum.cents)
  }
  const whole = await expectedRows(app.db, resolvedQuery, table)
  expect(exact({ amount: sumOf(summary, 'amount'), count: sumOf(summary, 'count') })).toEqual(
    total(whole),
  )
  expect(counts.totals.reduce((sum, count) => sum + count, 0)).toBe(total(whole).count)
  return summary
}

/** Compares the rows with their sums by project, and every displayed figure. */
function expectRows(
  rows: readonly RankedRow[],
  expected: readonly ExpectedRow[],
  options: {
    nameOf: (labels: ExpectedRow['labels']) => string
    card: RankedCardRow
  },
) {
  const { nameOf, card } = options
  const expectedSums = sumBy(expected, ({ labels }) => nameOf(labels))
  const name = (row: RankedRow) =>
    row.detail === undefined ? row.label : `${row.label} / ${row.detail}`
  expect(new Map(rows.map((row) => [name(row), exact(row)]))).toEqual(expectedSums)
  expect(
    new Map(
      rows.flatMap((row) =>
        [...row.byProject].map(([project, sums]) => [`${project} ${name(row)}`, exact(sums)]),
      ),
    ),
  ).toEqual(sumBy(expected, ({ project, labels }) => `${project} ${nameOf(labels)}`))
  const whole = total(expected)
  for (const metric of ['amount', 'count'] as const) {
    const sorted = rows.toSorted((a, b) => b[metric] - a[metric] || a.label.localeCompare(b.label))
    const all = totalOf(sorted, metric)
    const figures = figureFormat(false)
    const table = rankedTable(sorted, { metric, decimals: card.decimals, total: all, figures })
    expect(table.makeRows()).toEqual(
      sorted.map((row) => {
        const sum = expectedSums.get(name(row)) ?? ZERO
        return metric === 'amount'
          ? [name(row), usdText(sum.cents, card.decimals), shareText(sum.cents, whole.cents)]
          : [
              name(row),
              grouped(BigInt(sum.count)),
              shareText(BigInt(sum.count), BigInt(whole.count)),
            ]
      }),
    )
  }
}

async function expectRanked(card: RankedCardRow, request: PeriodRequest, summary: Exact) {
  const rule = RANKED[card.id]
  const items = await card.items.fetch(request, signal)
  if (!rule) {
    const expected = await expectedDeposits(app.db, request.resolvedQuery)
    const rows = toRankedRows(items, RANKED_RULES[card.rule], 'count', false)
    const places = [0, 1, 2].map((place) =>
      [...expected.values()].reduce((sum, counts) => sum + (counts[place] ?? 0), 0),
    )
    expect(rows.map(({ count }) => count)).toEqual(rows.length === 0 ? [] : places)
    expect(totalRow(rows).count).toBe(summary.count)
    return
  }
  const { columns, nameOf } = rule
  const expected = await expectedRows(app.db, request.resolvedQuery, 'transactions', { columns })
  const hasUnknown = ({ labels }: ExpectedRow) =>
    card.rule === 'campaign' ? labels.slice(0, 2).some(isUnknown) : isUnknown(labels[0])
  for (const leavesOut of [false, true]) {
    const rows = toRankedRows(items, RANKED_RULES[card.rule], 'amount', leavesOut)
    const kept = leavesOut ? expected.filter((row) => !hasUnknown(row)) : expected
    expectRows(rows, kept, { nameOf, card })
    // Rows that are neither shown nor unknown would be a difference.
    const unknown = leavesOut ? unknownOf(items, RANKED_RULES[card.rule], 'amount') : 0
    const shown = totalOf(rows, 'amount')
    const result = reconcile(shown, unknown, Number(summary.cents) / 100, items.length)
    expect(result?.difference ?? 0).toBe(0)
    if (card.rule !== 'campaign') continue
    for (const row of rows) {
      const own = kept.filter(
        ({ labels }) => nameOf(labels) === `${row.label} / ${row.detail ?? ''}`,
      )
      const countries = countriesOf(items, card, row.key, 'amount', leavesOut)
      expectRows(
        countries.map(({ detail: _detail, ...country }) => country),
        leavesOut ? own.filter(({ labels }) => !isUnknown(labels[2])) : own,
        { nameOf: ([, , country]) => countryName(country), card },
      )
    }
  }
}

async function expectConversions(card: ConversionsCardRow, request: PeriodRequest) {
  const sums = conversionSums(await card.items.fetch(request, signal))
  const { total: all, converted } = await expectedConversions(app.db, request.resolvedQuery)
  expect([sums.total, sums.converted, sums.unconverted]).toEqual([all, converted, all - converted])
  expect(sums.rate).toBe(all === 0 ? 0 : Math.floor((converted * 10_000) / all) / 100)
}

async function expectHome(selection: PeriodSelection) {
  const request = toPeriodRequest(selection, NOW)
  if (!request) throw new Error('No request was made')
  const summary = total(await expectedRows(app.db, request.resolvedQuery, 'transactions'))
  for (const card of CARDS) {
    if (card.kind === 'graph') {
      await expectGraph(card, request)
      const before = toPeriodRequest(selection, NOW, true)
      if (before && (isLong || card.isHero)) await expectGraph(card, before)
    } else if (card.kind === 'ranked') {
      await expectRanked(card, request, summary)
    } else {
      await expectConversions(card, request)
    }
  }
}

/** Every selection of a user: each period with each of its units. */
function choices(zone: string, day: string): PeriodSelection[] {
  const minDate = NOW - DAYS * 86_400_000
  const base = { zone, minDate, projects: RANDOM_PROJECTS, customStart: null, customEnd: null }
  const made = (period: Period, customStart: string | null, customEnd: string | null) => {
    const chosen = { ...base, period, customStart, customEnd }
    const range = rangeOf(chosen, NOW, minDate, zone)
    const units: UnitChoice[] = ['auto', ...allowedUnits(period, customDays(chosen), range, zone)]
    return units.map((unit): PeriodSelection => ({ ...chosen, unit }))
  }
  const periods = (['day', 'week', 'month', 'year', 'all'] as const).flatMap((period) =>
    made(period, null, null),
  )
  return [...periods, ...made('custom', day, day), ...made('custom', '2026-10-20', '2026-11-03')]
}

test.each(ZONES)('every number of Home equals the result of plain SQL in %s', async (zone, day) => {
  const all = choices(zone, day)
  expect(all.length).toBeGreaterThan(20)
  const turn = ZONES.findIndex(([name]) => name === zone)
  // By turns, all of them in the long run; the day that the clock changes by the hour in every run.
  const some = all.filter(
    ({ unit, customEnd }, place) =>
      isLong || place % 14 === turn || (customEnd === day && unit === 'auto'),
  )
  for (const selection of some) await expectHome(selection)
})

/** What Home's cards show of the completed purchases and registrations of some days. */
async function homeFigures(selection: PeriodSelection) {
  const request = toPeriodRequest(selection, NOW)
  if (!request) throw new Error('No request was made')
  const sums = async (id: string) => {
    const card = CARDS.find((one) => one.id === id)
    if (card?.kind !== 'graph') throw new Error(`Home has no graph ${id}`)
    const items = await card.summary.fetch(request, signal)
    return { amount: sumOf(items, 'amount'), count: sumOf(items, 'count') }
  }
  const top = async (id: string) => {
    const card = CARDS.find((one) => one.id === id)
    if (card?.kind !== 'ranked') throw new Error(`Home has no ranked card ${id}`)
    const items = await card.items.fetch(request, signal)
    return toRankedRows(items, RANKED_RULES[card.rule], 'amount', false).slice(0, 5)
  }
  return {
    purchases: await sums('transactions'),
    registrations: (await sums('registrations')).count,
    sources: await top('utm-sources'),
    countries: await top('countries'),
  }
}

test.each(ZONES)(
  'a digest has the figures that Home shows for its days in %s',
  async (zone, day) => {
    const morningAfter = dayStart(day, zone, 1) + 12 * HOUR_MS
    for (const every of ['day', 'week'] as const) {
      const due = lastDueDigest({ every, hour: 8, weekday: 1 }, zone, morningAfter)
      const daysOf = ({ start, end }: typeof due.range): PeriodSelection => ({
        period: 'custom',
        customStart: localDate(start, zone),
        customEnd: localDate(addUnits(end, 'day', -1, zone), zone),
        unit: 'auto',
        zone,
        minDate: null,
        projects: RANDOM_PROJECTS,
      })
      const now = await homeFigures(daysOf(due.range))
      const before = await homeFigures(daysOf(due.before))
      const digest = await readDigestFigures(app.db, RANDOM_PROJECTS, due, true)
      expect(digest.money?.total).toEqual({ now: now.purchases, before: before.purchases })
      expect(digest.registrations).toEqual({ now: now.registrations, before: before.registrations })
      expect(digest.money?.sources).toEqual(now.sources)
      expect(digest.money?.countries).toEqual(now.countries)
      expect(now.purchases.count).toBeGreaterThan(0)
    }
  },
)
