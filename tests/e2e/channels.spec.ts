import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { ALL, ALL_PHONE, expect, inSidebar, PHONE, test } from '#tests/support/journeys/e2e.ts'
import { figure, purchases, rankedRows, tableRows } from '#tests/support/oracles/home-oracle.ts'
import type { Window } from '#tests/support/oracles/home-oracle.ts'

const ADMIN = 'admin@saleroom.example'

/** The parameters of the page's last request for its present period, not of that before. */
function channelWindow(page: Page): () => Window {
  const found = new Map<string, Window>()
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname !== '/v1/channels/summary') return
    const start = searchParams.get('start_date') ?? ''
    found.set(start, {
      start,
      end: searchParams.get('end_date') ?? '',
      projects: searchParams.getAll('projects'),
      zone: searchParams.get('tz') ?? '',
    })
  })
  return () => {
    const [latest = ''] = [...found.keys()].toSorted().toReversed()
    return found.get(latest) ?? { start: '', end: '', projects: [], zone: '' }
  }
}

/** The texts of the rows between header and total, by column. */
async function channelRows(page: Page): Promise<string[][]> {
  const rows = page.getByRole('table', { name: 'Channels' }).locator('[role=row]')
  const texts = await rows.evaluateAll((all) =>
    all.map((row) => [...row.children].map((cell) => cell.textContent?.trim() ?? '')),
  )
  return texts.slice(1, -1)
}

async function downloaded(page: Page): Promise<{ name: string; text: string }> {
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).first().click()
  const download = await started
  return {
    name: download.suggestedFilename(),
    text: await readFile(await download.path(), 'utf8'),
  }
}

test('Channels shows what each source and medium sold, to the dollar, and the file to the cent', async ({
  page,
  openAs,
  database,
}) => {
  const window = channelWindow(page)
  await openAs(page, ADMIN, '/channels?period=month')
  const table = page.getByRole('table', { name: 'Channels' })
  await expect(table.getByText(/^[+−]\d/).first()).toBeVisible()
  const expected = await rankedRows(database, window(), 'UTM Plus')
  const rows = await channelRows(page)
  for (const [, name = '', usd = '', , count = ''] of rows) {
    const sums = expected.get(name) ?? { amount: 0, count: 0 }
    expect(Math.abs(figure(usd) * 100 - sums.amount), name).toBeLessThanOrEqual(60)
    expect(figure(count), name).toBe(sums.count)
  }
  expect([...expected.keys()].filter((key) => !rows.some(([, name]) => name === key))).toEqual([])

  const all = await purchases(database, window())
  const total = table.locator('[role=row]').last()
  await expect(total).toContainText(`All ${rows.length}`)
  const { name, text } = await downloaded(page)
  expect(name).toMatch(/^channels-.+\.csv$/)
  const lines = text.trim().split('\r\n').slice(1)
  const sum = lines.reduce((cents, line) => cents + Math.round(Number(line.split(',')[2]) * 100), 0)
  // Each project's channel is rounded to cents.
  expect(Math.abs(sum - all.amount)).toBeLessThanOrEqual(rows.length * window().projects.length)
})

test(
  'From UTM Plus to the countries of one channel',
  ALL_PHONE,
  async ({ page, openAs, isMobile, expectAccessible }) => {
    await openAs(page, ADMIN, '/?period=year')
    await page
      .getByRole('region', { name: 'UTM Plus' })
      .getByRole('button', { name: 'Show all' })
      .click()
    await page.getByRole('dialog').getByRole('link', { name: 'Open Channels' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Channels' })).toBeVisible()
    await expect(page).toHaveURL(/\/channels\?period=year/)
    await expect(page.getByText(/, before: /)).toBeVisible()

    const main = page.getByRole('main')
    await page.getByRole('searchbox', { name: 'Search' }).fill('GOOGLE / c')
    const open = main.getByRole('button', { name: 'Show countries' })
    await expect(open).toHaveCount(1)
    await open.click()
    await expect(main.getByText('Germany')).toBeVisible()
    await main.getByRole('button', { name: /^Show all \d+ countries$/ }).click()
    await expect(main.getByRole('button', { name: 'Show the first 4' })).toBeVisible()
    await expectAccessible(page)

    await inSidebar(page, () => page.getByRole('switch', { name: 'Privacy mode' }).click())
    await expect(main.getByText('Germany')).toHaveCount(0)
    await expect(main.getByText('google')).toHaveCount(0)
    await main.getByRole('button', { name: 'Hide countries' }).first().click()
    await inSidebar(page, () => page.getByRole('switch', { name: 'Privacy mode' }).click())

    await page.getByRole('searchbox', { name: 'Search' }).fill('no such source')
    await expect(main.getByText('No source or medium contains "no such source".')).toBeVisible()
    await page.getByRole('button', { name: 'Clear' }).click()
    if (isMobile) return
    // Back keeps the order.
    await main.getByRole('button', { name: 'Converted' }).click()
    const header = main.getByRole('columnheader', { name: 'Converted' })
    await expect(header).toHaveAttribute('aria-sort', 'descending')
    await page.goBack()
    await expect(header).toHaveAttribute('aria-sort', 'none')
    await page.goForward()
    await expect(header).toHaveAttribute('aria-sort', 'descending')
  },
)

test(
  '840 channels scroll with the total in view, and a long name stays in its column',
  ALL,
  async ({ page, openAs }) => {
    const sums = {
      purchases: 1,
      buyers: 1,
      new_buyers: 1,
      second_purchases: 0,
      registrations: 1,
      registrations_7_days_old: 1,
      converted_within_7_days: 1,
    }
    const channels = Array.from({ length: 840 }, (_unused, index) => ({
      ...sums,
      utm_source: index === 0 ? 'Long'.repeat(100) : `source ${index}`,
      utm_medium: 'cpc',
      amount: 10_000 - index,
    }))
    await page.route('**/v1/channels/summary?*', (route) =>
      route.fulfill({ json: { AURA: channels } }),
    )
    await openAs(page, ADMIN, '/channels?period=week&projects=AURA')
    const total = page.getByText(/^All 840/)
    await expect(total).toBeInViewport()
    const width = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(await width()).toBeLessThanOrEqual(0)
    await expect(page.getByText('source 10', { exact: true })).toBeVisible()
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expect(page.getByText('source 839', { exact: true })).toBeInViewport()
    await expect(total).toBeInViewport()
    // A screen of rows, not all of them.
    expect(await page.locator('[role=row]').count()).toBeLessThan(120)
  },
)

test(
  'Launch comparison is one link away from Home, and its last day is the sum of all purchases',
  PHONE,
  async ({ page, openAs, database, isMobile, expectAccessible }) => {
    await openAs(page, ADMIN, '/')
    await page
      .getByRole('region', { name: 'Transactions' })
      .getByRole('link', { name: 'Launch comparison' })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: 'Launch comparison' })).toBeVisible()
    const card = page.getByRole('region', { name: 'Sales since launch' })
    await expect(card.getByRole('img', { name: /^Sales since launch/ })).toBeVisible()
    await expect(page.getByText('Reference', { exact: true })).toBeVisible()
    await expectAccessible(page)

    const [first] = await database.query<{
      project_id: string
      usd: number
      buyers: number
      days: number
    }>(
      `select project_id, sum(payment_usd_amount)::float8 as usd,
         count(distinct lower(wallet_address))::int as buyers,
         count(distinct (created_at at time zone 'UTC')::date)::int as days
       from transactions where status = 'completed' group by 1 order by min(created_at) limit 1`,
    )
    const reference = first?.project_id ?? ''
    await expect(page.getByText(`Against ${reference}`).first()).toBeVisible()
    const dollars = `$${Math.round(first?.usd ?? 0).toLocaleString('en-US')}`
    const row = page
      .getByRole('main')
      .getByRole(isMobile ? 'article' : 'row')
      .filter({ hasText: 'Reference' })
    await expect(row).toContainText(dollars)
    await card.getByRole('radio', { name: 'Buyers' }).click()
    await expect(row).toContainText((first?.buyers ?? 0).toLocaleString('en-US'))

    await card.getByRole('radio', { name: 'Same days' }).click()
    await expect(async () => {
      const [head = [], ...days] = await tableRows(page, 'Sales since launch')
      expect(head[0]).toBe('Day')
      expect(days.length).toBeGreaterThan(1)
      // Cut where the youngest project is today: each has a value on each day.
      expect(days.flat()).not.toContain('')
    }).toPass()

    const { name, text } = await downloaded(page)
    expect(name).toBe('sales-since-launch-buyers.csv')
    expect(text).toContain('Day since launch,')

    const box = await card.getByRole('img', { name: /^Sales since launch/ }).boundingBox()
    if (!isMobile && box) {
      await page.mouse.move(box.x + box.width / 3, box.y + 100)
      await expect(page.getByRole('tooltip')).toContainText(/Day \d+since launch/)
    }
    const back = isMobile ? 'button' : 'link'
    await page
      .getByRole(back, { name: isMobile ? 'Back to Home' : 'Home' })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  },
)
