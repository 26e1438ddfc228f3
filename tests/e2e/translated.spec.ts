import type { Page } from '@playwright/test'
import { ALL, ALL_PHONE, expect, inSidebar, test } from '#tests/support/journeys/e2e.ts'
import { translatePage } from '#tests/support/screens/translator.ts'

// A page that the browser's translator has changed: React's text nodes are gone from it.

const CARDS = ['Transactions', 'Countries', 'Deposits', 'UTM Plus', 'Conversions']

async function untilSettled(page: Page) {
  for (const card of CARDS)
    await expect(page.getByRole('region', { name: card })).toHaveAttribute('aria-busy', 'false')
}

/** The figures of the cards, as they stand in the page. */
async function figuresOf(page: Page): Promise<string[]> {
  const text = await page.getByRole('main').evaluate((main) => main.textContent ?? '')
  return text.match(/\$[\d,]+(?:\.\d\d)?/g) ?? []
}

test('A translated Home has the figures of the chosen period, whole', async ({
  page,
  context,
  openAs,
}) => {
  await openAs(page, 'admin@saleroom.example', '/')
  await untilSettled(page)
  await translatePage(page)
  for (const period of ['Week', 'Day', 'Month']) {
    await page.getByRole('radio', { name: period, exact: true }).click()
    await untilSettled(page)
  }
  await inSidebar(page, () => page.getByRole('switch', { name: 'Privacy mode' }).click())
  await inSidebar(page, () => page.getByRole('switch', { name: 'Privacy mode' }).click())
  await untilSettled(page)
  expect(await page.getByRole('main').locator('font font').count()).toBeGreaterThan(50)
  const untranslated = await context.newPage()
  await untranslated.goto(page.url())
  await untilSettled(untranslated)
  // Both are read in each turn: the tables of the charts are built in idle time.
  await expect(async () => {
    const figures = await figuresOf(untranslated)
    expect(figures.length).toBeGreaterThan(20)
    expect(await figuresOf(page)).toEqual(figures)
  }).toPass()
})

const PAGES = [
  '/transactions',
  '/users',
  '/manual-transactions',
  '/bonus-codes',
  '/leads',
  '/activity',
  '/channels',
  '/stages?project=AURA',
  '/stages/AURA/edit',
  '/launch-comparison',
  '/settlement?project=AURA',
  '/allocations?project=AURA',
  '/transactions/payments',
  '/seo-scripts',
  '/banners',
  '/project-settings',
  '/team',
  '/connections?project=AURA',
  '/import?project=AURA',
  '/alerts',
  '/account',
  '/bonus-codes/AURA/1',
]

/** Goes to a page as a link does. */
async function goTo(page: Page, path: string) {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
  }, path)
}

test(
  'Every page goes on beside a translator: errors, dialogs, lists and filters',
  ALL_PHONE,
  async ({ page, openAs }) => {
    const crashes: string[] = []
    page.on('pageerror', (error) => crashes.push(error.message))
    await openAs(page, 'admin@saleroom.example', '/')
    await untilSettled(page)
    await translatePage(page)
    for (const path of PAGES) {
      await goTo(page, path)
      const main = page.getByRole('main')
      await expect(main.getByRole('heading', { level: 1 })).not.toHaveText('Home')
      await expect(main.locator('[aria-busy=true]')).toHaveCount(0)
      // A search that is refused shows an error, and one that finds nothing an empty list.
      for (const search of await main.getByRole('searchbox').all()) {
        if (!(await search.isVisible())) continue
        for (const text of ['nothing like this', '']) {
          await search.fill(text)
          await search.press('Enter')
        }
      }
      // Each dialog of the page is opened, sent without input, and closed.
      for (const opener of await main
        .getByRole('button', { name: /^(?:Add|Create|Invite)/ })
        .all()) {
        if (!(await opener.isVisible()) || !(await opener.isEnabled())) continue
        await opener.click()
        const dialog = page.getByRole('dialog').last()
        await expect(dialog).toBeVisible()
        await dialog.getByRole('button').last().click()
        await page.keyboard.press('Escape')
        await expect(dialog).toHaveCount(0)
      }
      // Rows open and close.
      const rows = main.locator('[data-row] [aria-expanded=false]')
      if ((await rows.count()) > 0) await rows.first().click()
      await inSidebar(page, () => page.getByRole('switch', { name: 'Privacy mode' }).click())
      await inSidebar(page, () => page.getByRole('switch', { name: 'Privacy mode' }).click())
      await expect(page.getByText('did not load')).toHaveCount(0)
      expect(crashes, path).toEqual([])
    }
    await goTo(page, '/')
    await untilSettled(page)
  },
)

test(
  'A refused login keeps its form beside a translator',
  ALL,
  async ({ page, app, allowConsole }) => {
    allowConsole(/401/)
    await page.goto(`${app.url}/login`)
    await translatePage(page)
    await page.getByRole('textbox', { name: 'Email' }).fill('nobody@saleroom.example')
    await page.getByRole('textbox', { name: 'Password' }).fill('wrong')
    for (let n = 0; n < 2; n++) {
      await page.getByRole('button', { name: 'Login', exact: true }).click()
      await expect(page.getByRole('alert').first()).toBeVisible()
    }
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(
      'nobody@saleroom.example',
    )
  },
)
