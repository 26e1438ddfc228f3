import type { Locator, Page } from '@playwright/test'
import { ALL, expect, inSidebar, PHONE, test } from '#tests/support/journeys/e2e.ts'
import { tableRows } from '#tests/support/oracles/home-oracle.ts'

const GRAPHS = ['Transactions', 'Referrals', 'Registrations']
const RANKED = ['Countries', 'Currencies', 'Deposits', 'Referrers', 'UTM Sources', 'UTM Plus']
const CARDS = [...GRAPHS, 'Conversions', ...RANKED]

const region = (page: Page, name: string) => page.getByRole('region', { name })
const shown = (page: Page, name: string) => page.getByRole('switch', { name })

async function untilSettled(page: Page, cards: readonly string[] = CARDS) {
  for (const card of cards) {
    await expect(region(page, card)).toHaveAttribute('aria-busy', 'false')
  }
  await expect(page.getByText(/^As of/)).toBeVisible()
}

/** The position of an element's text, in px of the viewport. */
const boxOf = (locator: Locator) =>
  locator.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const { left, right, top, bottom } = range.getBoundingClientRect()
    return { left, right, top, bottom }
  })

/** The baseline of an element's text. */
const baselineOf = (locator: Locator) =>
  locator.evaluate((element) => {
    const strut = document.createElement('span')
    strut.style.cssText = 'display: inline-block; width: 0; height: 0'
    element.append(strut)
    const { bottom } = strut.getBoundingClientRect()
    strut.remove()
    return bottom
  })

/** The analytics requests that the page sends from now on, by path. */
function listen(page: Page) {
  const calls: URL[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.searchParams.has('start_date')) calls.push(url)
  })
  return {
    paths: () => calls.map(({ pathname }) => pathname.replace('/v1', '')).toSorted(),
    all: () => calls,
    clear: () => calls.splice(0),
  }
}

const EVERY_CALL = [
  '/bonus-codes/windows',
  '/countries/summary',
  '/currencies/summary',
  '/deposits/summary',
  '/referrals',
  '/referrals/summary',
  '/referrers/summary',
  '/registrations',
  '/registrations/conversions',
  '/registrations/summary',
  '/transactions/records',
  '/transactions/summary',
  '/utm-plus/summary',
  '/utm/summary',
]
const GRAPH_CALLS = EVERY_CALL.filter((path) =>
  /^\/(transactions|referrals|registrations)/.test(path),
).filter((path) => !path.endsWith('conversions'))

/**
 * Opens Home, and waits for what comes after all cards too: the marks under its first graph, and whether a
 * chain is connected, which another period does not change.
 */
async function openSettled(page: Page, open: () => Promise<void>) {
  const later = Promise.all(
    ['bonus-codes/windows', 'chain/summary'].map((path) => page.waitForResponse(`**/v1/${path}?*`)),
  )
  await open()
  await untilSettled(page)
  await later
}

test(
  'Each filter fetches what it changes, once and for one moment, and nothing else',
  PHONE,
  async ({ page, openAs }) => {
    await openSettled(page, () => openAs(page, 'admin@saleroom.example', '/?period=month'))
    const calls = listen(page)

    await inSidebar(page, () => page.getByRole('radio', { name: 'Week', exact: true }).click())
    await untilSettled(page)
    expect(calls.paths()).toEqual(EVERY_CALL)
    expect(new Set(calls.all().map((url) => url.searchParams.get('end_date'))).size).toBe(1)
    expect(page.url()).toContain('period=week')

    calls.clear()
    await inSidebar(page, async () => {
      await page.getByRole('combobox', { name: 'Time unit' }).click()
      await page.getByRole('option', { name: 'Hour' }).click()
    })
    await untilSettled(page)
    expect(calls.paths()).toEqual(GRAPH_CALLS)
    expect(new Set(calls.all().map((url) => url.searchParams.get('unit')))).toEqual(
      new Set(['hour']),
    )

    calls.clear()
    await inSidebar(page, () => shown(page, 'Exclude unknown').click())
    await expect(async () => {
      const labels = (await tableRows(page, 'Countries')).map(([label]) => label)
      expect(labels.length).toBeGreaterThan(2)
      expect(labels).not.toContain('Unknown')
    }).toPass()
    await expect(region(page, 'Countries')).toContainText(/Shown .* of .* · unknown \d+\.\d\d%/)
    expect(calls.paths()).toEqual([])
    expect(page.url()).toContain('exclude-unknown=1')

    await page.reload()
    await untilSettled(page)
    await inSidebar(page, async () => {
      await expect(shown(page, 'Exclude unknown')).toBeChecked()
      await expect(page.getByRole('radio', { name: 'Week', exact: true })).toBeChecked()
    })
  },
)

test(
  'Countries come although the code that spells them was not to be had at first',
  ALL,
  async ({ page, openAs, allowConsole }) => {
    allowConsole(/ERR_FAILED/)
    let failures = 0
    await page.route('**/assets/cards-*', (route) => {
      failures += 1
      return failures === 1 ? route.abort() : route.continue()
    })
    await openAs(page, 'admin@saleroom.example', '/?period=year')
    await expect(region(page, 'Countries')).toContainText('1–5 of')
    await expect(region(page, 'UTM Plus')).toContainText(/1–\d of/)
    expect(failures).toBeGreaterThan(0)
  },
)

test('On a phone no figure of Home touches another or leaves its card', async ({
  page,
  openAs,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  // From a quarter to the whole is growth by more than 300 percent.
  let present = ''
  await page.route('**/v1/countries/summary*', async (route) => {
    const end = new URL(route.request().url()).searchParams.get('end_date') ?? ''
    // Before the answer: that of the previous period may come first.
    present ||= end
    const answer = await route.fetch()
    type Rows = { country: string | null; total_transactions: number; total_amount: number }[]
    const body = (await answer.json()) as Record<string, Rows>
    const quarter = Object.entries(body).map(([project, rows]) => [
      project,
      rows.map((row) => ({ ...row, total_amount: Math.round(row.total_amount * 22) / 100 })),
    ])
    await route.fulfill({ json: end < present ? Object.fromEntries(quarter) : body })
  })
  await openAs(page, 'admin@saleroom.example', '/?period=month')
  await page.getByRole('switch', { name: 'Compare with previous period' }).click()
  await untilSettled(page)
  const card = region(page, 'Countries')
  const changes = card.getByText(/^\+\d{3,4}\.\d\d%$/)
  await expect(changes.first()).toBeVisible()
  const cardBox = await boxOf(card)
  for (const change of await changes.all()) {
    const box = await boxOf(change)
    expect(box.right).toBeLessThanOrEqual(cardBox.right + 0.5)
    const value = change.locator('xpath=../preceding-sibling::span[1]')
    expect(box.left - (await boxOf(value)).right).toBeGreaterThanOrEqual(8)
    expect(await baselineOf(change)).toBeCloseTo(await baselineOf(value), 0)
  }
  for (const name of CARDS) {
    const middle = async (locator: Locator) => {
      const { top, bottom } = await boxOf(locator)
      return (top + bottom) / 2
    }
    const title = await middle(region(page, name).getByRole('heading', { level: 2 }))
    const tool = await middle(region(page, name).getByRole('button', { name: 'Download CSV' }))
    expect(Math.abs(title - tool), name).toBeLessThanOrEqual(1)
  }
  await page.getByRole('img', { name: 'Transactions by date, stacked by project' }).hover()
  const total = page.getByRole('tooltip').getByText('100.00%')
  const sum = total.locator('xpath=preceding-sibling::span[1]')
  expect((await boxOf(total)).left - (await boxOf(sum)).right).toBeGreaterThanOrEqual(6)
})
