import type { Page } from '@playwright/test'
import { expect, ONCE, test } from '#tests/support/e2e.ts'
import { layoutErrors } from '#tests/support/layout-errors.ts'

const WIDTHS = [
  320, 360, 390, 600, 768, 850, 851, 900, 1000, 1100, 1199, 1200, 1280, 1309, 1366, 1440, 1536,
  1920, 2560,
]
const SIZES = [
  ...WIDTHS.map((width) => ({ width, height: 900 })),
  // 1440 × 900 at 200 % zoom.
  { width: 720, height: 450 },
]

/** Each screen, and for a list the path of its call. */
const SCREENS = [
  { path: '/', title: 'Home' },
  { path: '/transactions', title: 'Transactions Search', rows: '/transactions' },
  { path: '/users', title: 'User Search', rows: '/wallets' },
  { path: '/manual-transactions', title: 'Manual Transactions', rows: '/manual-transactions' },
  { path: '/bonus-codes', title: 'Bonus Codes', rows: '/bonus-codes' },
  { path: '/seo-scripts', title: 'SEO Scripts' },
  { path: '/leads', title: 'Leads', rows: '/leads' },
  { path: '/banners', title: 'Banners' },
  { path: '/project-settings', title: 'Project Settings' },
  { path: '/team', title: 'Team' },
]

const LONG_WORD = 'Long'.repeat(100)
const LONG_TEXT = 'A reason of many words '.repeat(17)
/** Longer than any text of the demo data. */
const LONG_FIELDS = {
  reason: LONG_TEXT,
  authorizer: `${LONG_WORD}@saleroom.example`,
  code: LONG_WORD,
  referral_code: LONG_WORD,
  email: `${LONG_WORD}@buyer.example`,
  mobile: '+1'.padEnd(400, '5'),
  stage_name: LONG_TEXT,
  payment_token_name: LONG_WORD,
  preferred_contact_time: LONG_TEXT,
  investment_amount: LONG_TEXT,
}

/** Puts long texts into the first row of a list's response. */
async function lengthenFirstRow(page: Page, rows: string) {
  await page.route(`**/v1${rows}?*`, async (route) => {
    const response = await route.fetch()
    // The app validates the response: a page has its rows in `results`.
    const body = (await response.json()) as { results: Record<string, unknown>[] }
    const [first, ...others] = body.results
    const fields = Object.entries(LONG_FIELDS).filter(([name]) => first && name in first)
    const results = [{ ...first, ...Object.fromEntries(fields) }, ...others]
    await route.fulfill({ response, json: { ...body, results } })
  })
}

/** Puts a person with long names into the response of the team. */
async function lengthenTeam(page: Page) {
  await page.route('**/v1/team', async (route) => {
    const response = await route.fetch()
    // The app validates the response.
    const [first, ...others] = (await response.json()) as object[]
    const email = `${LONG_WORD}@saleroom.example`
    const projects = ['AURA', 'HELIX', LONG_WORD.slice(0, 100)]
    const long = { ...first, id: '0', email, role: 'r'.repeat(40), projects }
    await route.fulfill({ response, json: [long, first, ...others] })
  })
}

/** The names of the table's columns and of the facts in its opened row. */
async function shownLabels(page: Page): Promise<string[]> {
  const labels = page.getByRole('table').locator('[role=columnheader]:visible, dt:visible')
  return labels.allInnerTexts()
}

/** The columns that neither a list's table nor its opened row shows. */
async function lostColumns(page: Page, columns: readonly string[]): Promise<string[]> {
  if ((await page.getByRole('main').getByRole('article').count()) > 0) return []
  const shown = await shownLabels(page)
  return columns.filter((column) => !shown.includes(column)).map((column) => `lost: ${column}`)
}

test(
  'No screen breaks at any width, and no column of a list is lost',
  ONCE,
  async ({ page, openAs }) => {
    for (const { rows } of SCREENS) if (rows) await lengthenFirstRow(page, rows)
    await lengthenTeam(page)
    await openAs(page, 'admin@saleroom.example', '/')
    for (const { path, title, rows } of SCREENS) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(new URL(path, page.url()).href)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      const main = page.getByRole('main')
      await expect(main.locator('section, article, [role=row]').first()).toBeVisible()
      await expect(main.locator('[aria-busy=true]')).toHaveCount(0)
      const columns = rows ? await shownLabels(page) : []
      if (rows) await main.locator('[role=row] [aria-expanded=false]').first().click()
      for (const size of SIZES) {
        await page.setViewportSize(size)
        // Charts and lists follow the width with a short delay.
        await expect
          .poll(
            async () => [...(await layoutErrors(page)), ...(await lostColumns(page, columns))],
            { message: `${path} at ${size.width} px` },
          )
          .toEqual([])
      }
    }
  },
)

test(
  'In a low window the whole sidebar scrolls, Logout with it',
  ONCE,
  async ({ page, openAs }) => {
    await openAs(page, 'admin@saleroom.example', '/leads')
    const logout = page.getByRole('button', { name: 'Logout' })
    await expect(logout).toBeInViewport()
    await page.setViewportSize({ width: 1440, height: 300 })
    await expect(logout).not.toBeInViewport()
    await expect(page.getByRole('link', { name: 'Home' })).toBeInViewport()
    await logout.focus()
    await expect(logout).toBeInViewport()
  },
)
