import { QueryClient } from '@tanstack/react-query'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Db } from '#server/db/engine/open.ts'
import { chance, type Chance } from '#server/demo/random.ts'
import { addDecimals } from '#src/domain/money/decimals.ts'
import { toRankedRows, totalRow } from '#src/domain/money/ranked-rows.ts'
import { countriesOf, RANKED_RULES } from '#src/domain/money/ranked-rules.ts'
import { addUnits, dayStart, localDate } from '#src/domain/time/calendar.ts'
import { PERIODS } from '#src/domain/time/time-units.ts'
import { DAY_MS } from '#src/domain/time/zone.ts'
import { channelPurchases } from '#src/features/channels/channel-purchases.ts'
import { channelsQuery, countriesQuery } from '#src/features/channels/channel-queries.ts'
import { toChannelRows, toCountryRows } from '#src/features/channels/channel-rows.ts'
import { CARDS, type RankedCardRow } from '#src/features/home/cards/cards.ts'
import { rowValues } from '#src/features/home/ranked/row-purchases.ts'
import {
  correctionFilters,
  linkedFilters,
  transactionFilters,
} from '#src/features/transactions/use-transaction-filters.ts'
import { toPeriodRequest, type PeriodSelection } from '#src/figures/period-request.ts'
import { readPeriod } from '#src/records/filters/list-period.ts'
import { readFilters, toListQuery } from '#src/records/filters/list-query.ts'
import { purchasesHref, type CountedPurchases } from '#src/records/purchases-href.ts'
import { toQueryString } from '#src/session/address.ts'
import { filters, filtersFromSearch } from '#src/state/filters.ts'
import { setAccessToken } from '#src/state/session.ts'
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

// Time zones, with a day of 23 or 25 hours if the zone has one.
const ZONES = [
  ['Europe/Berlin', '2026-10-25'],
  ['America/New_York', '2026-11-01'],
  ['America/St_Johns', '2026-11-01'],
  ['Asia/Kolkata', '2026-10-25'],
  ['UTC', '2026-10-25'],
] as const

/** Labels that differ by case, blanks or what a URL escapes, that are cut, or that read as unknown. */
const LABELS: Readonly<Record<string, readonly string[]>> = {
  country: [' DE ', 'Deutschland', 'Holland', 'Nederland', ' unknown ', '   ', 'a+b&c=%20#?'],
  referrer: [
    'http://google.com',
    'HTTPS://google.com/',
    ' google.com',
    'a+b&c=d%2B%&#?/',
    '🦊'.repeat(500),
    '\u00A0',
    `${'r'.repeat(500)} beyond`,
    'r'.repeat(500),
  ],
  utm_source: ['Google', ' google', 'UNKNOWN', 'other', 'a&b=c', '%', `${'s'.repeat(160)}x`, 'é'],
  utm_medium: ['CPC', 'cpc ', 'other', '+', '[]', 'e\u0301'],
  payment_token_name: ['eth', ' ETH', 'Unknown', 'A&B', `${'t'.repeat(160)}y`],
}

/** Gives some purchases these labels, and all of them amounts of whole cents. */
async function addLabels(db: Db): Promise<void> {
  await sql`update transactions set payment_usd_amount = round(payment_usd_amount, 2)`.execute(db)
  for (const [place, [column, labels]] of Object.entries(LABELS).entries()) {
    const all = sql`(${[...labels]}::text[])`
    await sql`update transactions set ${sql.ref(column)} =
      ${all}[1 + (id / 7) % ${sql.lit(labels.length)}] where id % 7 = ${place}`.execute(db)
  }
}

let sales: RandomSales

beforeAll(async () => {
  const seed = process.env['SALEROOM_SEED'] ?? 'cards'
  const purchases = byExtent({ change: 800, all: 1200 })
  sales = await openRandomSales({ seed, now: NOW, days: DAYS, wallets: 200, purchases }, addLabels)
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await sales.close()
})

/** Calls of the app go to this server. */
function open(name: string) {
  const { app, admin } = sales.on(name)
  setAccessToken(admin.token)
  vi.stubGlobal('fetch', async (input: string) => {
    const { status, text } = await app.call('GET', input.slice('/v1'.length), { as: admin })
    return new Response(text, { status, headers: { 'Content-Type': 'application/json' } })
  })
  return async (path: string) => {
    const { status, body } = await app.call('GET', path, { as: admin })
    expect([path, status, body]).toEqual([path, 200, body])
    return body
  }
}

const NO_FACETS = { stages: [], payment_tokens: [], keys: [] }

/** What the page of purchases asks for at this address. */
function listQuery(href: string, zone: string): string {
  const { search, searchParams } = new URL(href, 'https://saleroom.example')
  const all = [
    ...transactionFilters(NO_FACETS),
    ...correctionFilters(NO_FACETS),
    ...linkedFilters((name) => searchParams.getAll(name), undefined),
  ]
  const query = toListQuery({
    search: null,
    filters: all,
    values: readFilters(all, searchParams),
    period: readPeriod(searchParams),
    zone,
    sorts: [],
    sort: undefined,
  })
  const projects = filtersFromSearch(search).selectedProjects ?? 'all'
  return toQueryString({ ...query, projects: projects === 'all' ? RANDOM_PROJECTS : projects })
}

/** Some selection of Home: a period, or days that may begin or end with a change of the clock. */
function someSelection(random: Chance, zone: string, changeDay: string): PeriodSelection {
  const someDay = () =>
    random.happens(0.3) ? changeDay : localDate(NOW - random.whole(0, DAYS) * DAY_MS, zone)
  const [customStart = '', customEnd = ''] = [someDay(), someDay()].toSorted()
  const period = random.pick(PERIODS)
  const projects = RANDOM_PROJECTS.filter(() => random.happens(0.6))
  return {
    period,
    customStart: period === 'custom' ? customStart : null,
    customEnd: period === 'custom' ? customEnd : null,
    unit: 'auto',
    projects: projects.length === 0 || random.happens(0.3) ? RANDOM_PROJECTS : projects,
    // Of all projects: the first day that they have.
    minDate: addUnits(dayStart(localDate(NOW - DAYS * DAY_MS, zone), zone), 'day', -1, zone),
    zone,
  }
}

interface Line {
  what: string
  count: number
  /** USD; null where the card has none. */
  amount: number | null
  values: NonNullable<CountedPurchases['values']> | null
}

const isRanked = (card: { kind: string }): card is RankedCardRow => card.kind === 'ranked'

/** The rows of a card, or of one of its campaigns by country, and what names their purchases. */
async function linesOf(card: RankedCardRow, selection: PeriodSelection, random: Chance) {
  const request = toPeriodRequest(selection, NOW)
  if (request === null) throw new Error('No request was made')
  const items = await card.items.fetch(request, new AbortController().signal)
  const excludeUnknown = random.happens(0.3)
  const metric = random.pick(card.options).metric
  const all = toRankedRows(items, RANKED_RULES[card.rule], metric, excludeUnknown)
  const campaign = card.rowKind === 'campaigns' && random.happens(0.5) ? all[0] : undefined
  const rows = campaign ? countriesOf(items, card, campaign.key, metric, excludeUnknown) : all
  const valuesOf = rowValues(card, items, campaign?.key ?? null)
  const isCounted = card.rowKind === 'deposits'
  const lines = [...(isCounted ? [totalRow(rows)] : []), ...rows].map((row): Line => ({
    what: `${card.id} ${campaign?.key ?? ''} ${row.key}`,
    count: row.count,
    amount: isCounted ? null : row.amount,
    values: valuesOf(row),
  }))
  return { lines, range: request.resolvedQuery.range }
}

/** The channels of a selection and the countries of one of them, and what names their purchases. */
async function channelLines(selection: PeriodSelection, random: Chance) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { rows, resolvedQuery } = await client.fetchQuery(channelsQuery(selection, false))
  const { range } = resolvedQuery
  const channels = toChannelRows(rows, null, false).rows
  if (channels.length === 0) return { lines: [], range }
  const channel = random.pick(channels)
  const found = await client.fetchQuery(countriesQuery(selection, channel.names, false))
  const countries = toCountryRows(found.rows, null, false)
  const lines = [
    ...channels.map((row) => ({ row, counted: channelPurchases(row, range) })),
    ...countries.map((row) => ({ row, counted: channelPurchases(channel, range, row) })),
  ].map(({ row, counted }): Line => ({
    what: `channel ${row.key}`,
    count: row.now.purchases,
    amount: row.now.amount,
    values: counted?.values ?? null,
  }))
  return { lines, range }
}

const CASES = DATABASES.flatMap((name) => ZONES.map(([zone, day]) => [name, zone, day] as const))
/** In all zones, of each database. */
const CARDS_TRIED = byExtent({ change: 100, all: 300, long: 1000 })

test.each(CASES)(
  'the list that a row of a card leads to adds up to the row (%s, %s)',
  async (name, zone, changeDay) => {
    const get = open(name)
    filters.asOf = NOW
    const random = chance(`${process.env['SALEROOM_SEED'] ?? 'rows'} ${zone}`)
    const kinds = [...CARDS.filter(isRanked), 'channels' as const]
    for (let tried = 0; tried < CARDS_TRIED / ZONES.length;) {
      const selection = someSelection(random, zone, changeDay)
      const kind = random.pick(kinds)
      // Without an earliest day of the projects "all" has no channels here.
      if (kind === 'channels' && selection.period === 'all') continue
      const { lines, range } =
        kind === 'channels'
          ? await channelLines(selection, random)
          : await linesOf(kind, selection, random)
      const linked = lines.filter(({ count }) => count > 0)
      if (linked.length === 0) continue
      tried += 1
      const { what, count, amount, values } = random.pick(linked)
      if (values === null) throw new Error(`${what} leads nowhere`)
      const now = {
        ...selection,
        excludeUnknown: random.happens(0.5),
        selectedProjects: selection.projects.length === 5 ? ('all' as const) : selection.projects,
      }
      const href = purchasesHref({ projects: 'selected', range, status: 'completed', values }, now)
      const query = listQuery(href, zone)
      const total = await get(`/transactions/total?${query}`)
      expect([what, total.rows]).toEqual([what, count])
      const listed: string[] = []
      for (let page = 1; listed.length < count; page++) {
        const { results } = await get(`/transactions?${query}&limit=100&page=${page}`)
        expect([what, results.length]).toEqual([what, Math.min(100, count - listed.length)])
        listed.push(...results.map((row: Transaction) => row.payment_usd_amount ?? '0'))
      }
      expect(addDecimals(...listed)).toBe(total.usd)
      const sum = amount === null ? null : Number(total.usd).toFixed(2)
      expect([what, sum]).toEqual([what, amount?.toFixed(2) ?? null])
    }
  },
)
