import type { Page } from '@playwright/test'
import type { FolderDatabase } from '#tests/support/journeys/e2e-database.ts'
import { ALL_PHONE, expect, inSidebar, LONG, test } from '#tests/support/journeys/e2e.ts'
import {
  buckets,
  deposits,
  figure,
  lastWindow,
  otherTotals,
  purchases,
  RANKED,
  rankedRows,
  tableRows,
} from '#tests/support/oracles/home-oracle.ts'
import type { Window } from '#tests/support/oracles/home-oracle.ts'

const CARDS = [
  'Transactions',
  'Conversions',
  'Referrals',
  'Registrations',
  'Countries',
  'Currencies',
  'Deposits',
  'Referrers',
  'UTM Sources',
  'UTM Plus',
]

async function openHome(page: Page, search: string) {
  await page.goto(`/${search}`)
  await untilSettled(page)
}

async function untilSettled(page: Page) {
  for (const card of CARDS) {
    await expect(page.getByRole('region', { name: card })).toHaveAttribute('aria-busy', 'false')
  }
  await expect(page.getByText(/^As of/)).toBeVisible()
}

/** Compares the Transactions table of the page with SQL: every bucket of every project column. */
async function expectBuckets(page: Page, database: FolderDatabase, window: Window, unit: string) {
  const expected = await buckets(database, window, unit)
  await expect(async () => {
    const [, ...rows] = await tableRows(page, 'Transactions')
    expect(rows.length).toBeGreaterThan(0)
    const found = new Map<string, number>()
    for (const [label = '', ...cells] of rows) {
      // A repeated hour shows its offset; SQL's label does not.
      const plain = label.replace(/ \([+-]\d\d:\d\d\)$/, '')
      const sum = cells.reduce((total, cell) => total + figure(cell), 0)
      found.set(plain, (found.get(plain) ?? 0) + sum)
    }
    for (const [label, { amount }] of expected) {
      // Each project's bucket is rounded to cents.
      expect(Math.abs((found.get(label) ?? 0) - amount), label).toBeLessThanOrEqual(5)
    }
    const wanted = [...expected.keys()]
    const others = [...found].filter(([label, sum]) => sum !== 0 && !wanted.includes(label))
    expect(others).toEqual([])
  }).toPass()
}

/** Compares every figure of every card with SQL for the window that the page requested. */
async function expectFigures(page: Page, database: FolderDatabase, window: Window) {
  const total = await purchases(database, window)
  const summary = page.getByRole('region', { name: 'Transactions' })
  const dollars = (total.amount / 100).toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
  })
  await expect(summary).toContainText(dollars)
  await expect(summary).toContainText(`${total.count.toLocaleString('en-US')} transactions`)

  const { wallets, referrals } = await otherTotals(database, window)
  const rate = Math.floor(((wallets?.converted ?? 0) * 10_000) / (wallets?.total ?? 1)) / 100
  await expect(page.getByRole('region', { name: 'Conversions' })).toContainText(
    `${rate.toFixed(2)}%`,
  )
  await expect(page.getByRole('region', { name: 'Registrations' })).toContainText(
    (wallets?.total ?? 0).toLocaleString('en-US'),
  )
  await expect(page.getByRole('region', { name: 'Referrals' })).toContainText(
    `${(referrals?.count ?? 0).toLocaleString('en-US')} referrals`,
  )

  for (const card of Object.keys(RANKED)) {
    const expected = await rankedRows(database, window, card)
    const isCents = !card.startsWith('UTM')
    await expect(async () => {
      const [, ...rows] = await tableRows(page, card)
      expect(rows.map(([label]) => label).toSorted()).toEqual([...expected.keys()].toSorted())
      let sum = 0
      for (const [label = '', value = '', share = ''] of rows) {
        const amount = expected.get(label)?.amount ?? 0
        const shown = isCents ? figure(value) : figure(value) * 100
        expect(Math.abs(shown - amount), label).toBeLessThanOrEqual(isCents ? 10 : 60)
        const part = (amount * 100) / total.amount
        if (share !== '<0.01%')
          expect(Math.abs(Number(share.slice(0, -1)) - part)).toBeLessThan(0.011)
        sum += shown
      }
      // The card's total equals the total of the Transactions card.
      expect(Math.abs(sum - total.amount)).toBeLessThanOrEqual(rows.length * (isCents ? 3 : 60))
    }, card).toPass()
  }

  const places = await deposits(database, window)
  const sum = places.reduce((all, one) => all + one, 0)
  await expect(async () => {
    const [, ...rows] = await tableRows(page, 'Deposits')
    expect(rows.map(([, value]) => figure(value ?? ''))).toEqual([sum, ...places])
  }).toPass()
}

// A day on which summer time begins or ends; UTC and Kolkata have none. One zone is enough to show
// that the page requests its own; tests/home-random.test.ts covers all zones and units.
const ZONES = [
  ['Europe/Berlin', '2026-10-25', 25],
  ['America/New_York', '2026-03-08', 23],
  ['America/St_Johns', '2025-11-02', 25],
  ['Asia/Kolkata', '2026-10-25', 24],
  ['UTC', '2026-03-29', 24],
] as const

for (const [zone, day, hours] of ZONES) {
  test.describe(zone, () => {
    test.use({ timezoneId: zone })
    const details = zone === 'Europe/Berlin' ? {} : LONG
    const title = `Every figure of Home equals plain SQL in ${zone}, on a day of ${hours} hours too`
    test(title, details, async ({ page, openAs, database }) => {
      const window = lastWindow(page, '/transactions/records')
      await openAs(page, 'admin@saleroom.example', `/?period=custom&from=${day}&to=${day}`)
      await untilSettled(page)
      // Chromium calls some zones by an older name.
      const name = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
      expect(window().zone).toBe(name)
      await expect(async () => {
        expect(await tableRows(page, 'Transactions')).toHaveLength(hours + 1)
      }).toPass()
      await expectBuckets(page, database, window(), 'hour')
      await expectFigures(page, database, window())
      await openHome(page, '?period=month&unit=day')
      await expectBuckets(page, database, window(), 'day')
      await expectFigures(page, database, window())
    })
  })
}

const UNITS: [period: string, units: string[]][] = [
  ['day', ['hour', 'day']],
  ['week', ['hour', 'day', 'week']],
  ['month', ['day', 'week', 'month']],
  ['year', ['day', 'week', 'month', 'year']],
  // By day it has more rows than the accessible table contains.
  ['all', ['week', 'month', 'year']],
]

test(
  'Each period and unit shows what the database holds',
  LONG,
  async ({ page, signIn, database }) => {
    const window = lastWindow(page, '/transactions/records')
    await signIn(page, 'user@saleroom.example')
    for (const [period, units] of UNITS) {
      for (const unit of units) {
        await openHome(page, `?period=${period}&unit=${unit}`)
        await expectBuckets(page, database, window(), unit)
      }
      await expectFigures(page, database, window())
    }
  },
)

/** The rows of a card's hidden table by name: the figure as it is written. */
async function written(page: Page, card: string): Promise<Map<string, string>> {
  const [, ...rows] = await tableRows(page, card)
  return new Map(rows.map(([label = '', value = '']) => [label, value]))
}

test(
  'A row of a card leads to its purchases, which add up to its figure, and Back returns to it',
  ALL_PHONE,
  async ({ page, openAs, isMobile, expectAccessible }) => {
    await openAs(page, 'admin@saleroom.example', '/?period=month')
    await untilSettled(page)
    const countries = page.getByRole('region', { name: 'Countries' })
    const link = countries.getByRole('link').first()
    const name = (await link.textContent()) ?? ''
    const amount = (await written(page, 'Countries')).get(name) ?? ''
    expect(amount).toMatch(/^\$\d/)
    if (isMobile) {
      const box = await link.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    }

    await link.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    const place = await page.evaluate(() => scrollY)
    expect(place).toBeGreaterThan(0)
    if (isMobile) await link.tap()
    else {
      await link.focus()
      await page.keyboard.press('Enter')
    }
    const main = page.getByRole('main')
    const sum = async () => {
      const text = await page.getByRole('status', { name: 'Total' }).textContent()
      return figure(/\$[\d,.]+/.exec(text ?? '')?.[0] ?? '')
    }
    const shown = async () => {
      await expect(
        page.getByRole('heading', { level: 1, name: 'Transactions Search' }),
      ).toBeVisible()
      // A card rounds the sum of each project and spelling to cents.
      await expect.poll(sum).toBeLessThanOrEqual(figure(amount) + 10)
      await expect.poll(sum).toBeGreaterThanOrEqual(figure(amount) - 10)
    }
    await shown()
    const chip = main.getByRole('button', { name: `Remove filter Country: ${name}` })
    await expect(chip).toBeVisible()
    await expectAccessible(page)
    await page.goBack()
    await untilSettled(page)
    await expect(page).toHaveURL(/\/\?period=month$/)
    await expect
      .poll(async () => Math.abs((await page.evaluate(() => scrollY)) - place))
      .toBeLessThan(200)
    await expect(link).toBeInViewport()
    await page.goForward()
    await shown()
    await page.reload()
    await shown()
    await chip.click()
    await expect(chip).toHaveCount(0)
    await expect.poll(sum).toBeGreaterThan(figure(amount) + 10)
    await page.goBack()
    await shown()
    await page.goBack()
    await untilSettled(page)

    // A campaign opens to its countries, which lead on, as does its whole.
    const campaigns = page.getByRole('region', { name: 'UTM Plus' })
    const [campaign, whole] = [...(await written(page, 'UTM Plus'))][0] ?? ['', '']
    await campaigns.getByRole('button', { name: campaign, exact: true }).click()
    const wholeLink = campaigns.getByRole('link', { name: `Show the purchases of ${campaign}` })
    await expect(wholeLink).toContainText(whole)
    await expect(campaigns.getByRole('link')).not.toHaveCount(1)
    await expectAccessible(page)
    await wholeLink.click()
    const [source = ''] = campaign.split(' / ')
    await expect(
      main.getByRole('button', { name: `Remove filter UTM source: ${source}` }),
    ).toBeVisible()
    await page.goBack()
    await untilSettled(page)

    // The whole list of a card leads there too.
    await countries.getByRole('button', { name: 'Show all' }).click()
    await page.getByRole('dialog').getByRole('link', { name, exact: true }).click()
    await shown()
    await page.goBack()
    await untilSettled(page)

    // The address of a link would name what privacy mode hides.
    await inSidebar(page, () => page.getByRole('switch', { name: 'Privacy mode' }).click())
    await expect(countries.getByRole('link')).toHaveCount(0)
    await page
      .getByRole('region', { name: 'Deposits' })
      .getByRole('link', { name: 'First deposit' })
      .click()
    await expect(main.getByRole('button', { name: 'Remove filter Deposit: First' })).toBeVisible()
    await expect(main.getByText(/\$\d/)).toHaveCount(0)
  },
)
