import type { Browser, Page } from '@playwright/test'
import { endRoutes } from '#tests/support/journeys/e2e-routes.ts'
import { addPurchase } from '#tests/support/journeys/e2e-sale.ts'
import { startServer, type RunningServer } from '#tests/support/journeys/e2e-server.ts'
import {
  ALL,
  expect,
  PHONE,
  test,
  type OpenAs,
  type RunningApp,
} from '#tests/support/journeys/e2e.ts'

/** Shorter than a minute, after which a page asks by itself, without any stream. */
const SOON = { timeout: 45_000 }
const SECONDS = /^\d\d:\d\d:\d\d$/
const PHONE_SIZE = { width: 390, height: 844 }

const purchases = (home: Page) => home.getByRole('region', { name: 'Transactions' })
async function countOn(home: Page): Promise<number> {
  const [, digits = ''] = /([\d,]+)\s+transactions?/.exec(await purchases(home).innerText()) ?? []
  return Number(digits.replaceAll(',', '') || Number.NaN)
}
const liveSwitch = (page: Page) => page.getByRole('switch', { name: 'Live' })
const showNew = (page: Page, what: string) => page.getByRole('button', { name: `Show ${what}` })

/** Waits until the page hears of changes: then its figures show their seconds. */
const hears = (page: Page) => expect(page.locator('header time')).toHaveText(SECONDS, SOON)

/** Two people, one on Home and one on a list, who see each purchase that is sent to `sender`. */
async function expectBothSee(home: Page, list: Page, sender: Pick<RunningServer, 'url'>) {
  await hears(home)
  await hears(list)
  const before = await countOn(home)
  const { address } = await addPurchase(sender, 'completed')
  await expect.poll(() => countOn(home), SOON).toBe(before + 1)
  const short = address.slice(0, 6)
  await expect(list.getByText(short)).toHaveCount(0)
  await showNew(list, '1 new purchase').click(SOON)
  await expect(list.getByText(short).first()).toBeVisible()
  await expect(showNew(list, '1 new purchase')).toHaveCount(0)
}

/** Signs one person in on Home, and another one, on a phone, on a list. @returns the list */
async function openBoth(home: Page, openAs: OpenAs, browser: Browser, app: RunningApp) {
  const list = await browser.newPage({ viewport: PHONE_SIZE, locale: 'en-US' })
  await openAs(home, 'admin@saleroom.example', '/', app)
  await openAs(list, 'user@saleroom.example', '/transactions', app)
  return list
}

test('A purchase appears on Home and in a list of two people by itself', async ({
  page,
  app,
  browser,
  openAs,
}) => {
  const list = await openBoth(page, openAs, browser, app)
  await expectBothSee(page, list, app)
  await list.close()
})

test(
  'A purchase appears by itself also after the server has restarted',
  ALL,
  async ({ page, ownApp, browser, openAs, allowConsole }) => {
    allowConsole(/Failed to load resource|ERR_/)
    const list = await openBoth(page, openAs, browser, ownApp)
    await expectBothSee(page, list, ownApp)
    await ownApp.stop()
    const { port } = new URL(ownApp.url)
    const again = await startServer({ SALEROOM_DATA: ownApp.folder, PORT: port })
    await expectBothSee(page, list, again)
    await list.close()
    await again.stop()
  },
)

test('Live is switched off and stays off on this device', PHONE, async ({ page, app, signIn }) => {
  const streams: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/v1/live')) streams.push(request.url())
  })
  await signIn(page, 'admin@saleroom.example')
  await hears(page)
  await expect(liveSwitch(page)).toBeChecked()
  await liveSwitch(page).click()
  await expect(page.locator('header time')).toHaveText(/^\d\d:\d\d$/)
  await page.reload()
  await expect(purchases(page)).toContainText('transactions')
  await expect(liveSwitch(page)).not.toBeChecked()
  const before = await countOn(page)
  streams.length = 0
  await addPurchase(app, 'completed')
  await page.getByRole('switch', { name: 'Compare with previous period' }).focus()
  expect(await countOn(page)).toBe(before)
  expect(streams).toEqual([])
  await liveSwitch(page).focus()
  await page.keyboard.press('Space')
  await expect(liveSwitch(page)).toBeChecked()
  await hears(page)
})

test(
  'Code of the stream that did not load is no error, and loads when the network returns',
  ALL,
  async ({ page, context, signIn, allowConsole }) => {
    allowConsole(/ERR_/)
    let lost = 0
    await page.route('**/assets/LiveUpdates-*.js', (route) => {
      lost += 1
      return route.abort()
    })
    await signIn(page, 'admin@saleroom.example')
    // It is asked for twice.
    await expect.poll(() => lost, SOON).toBe(2)
    await expect(page.locator('header time')).toHaveText(/^\d\d:\d\d$/)
    await endRoutes(page)
    // Repeated: the page may not have learned of the loss yet.
    await expect(async () => {
      await context.setOffline(true)
      await context.setOffline(false)
      await expect(page.locator('header time')).toHaveText(SECONDS, { timeout: 5000 })
    }).toPass(SOON)
  },
)

test(
  'New rows are inserted above without moving what is read',
  ALL,
  async ({ page, app, openAs }) => {
    await openAs(page, 'admin@saleroom.example', '/transactions?projects=HELIX')
    await hears(page)
    const rows = page.getByRole('row')
    await expect.poll(() => rows.count()).toBeGreaterThan(20)
    const scrollDown = () =>
      page.evaluate(() => {
        scrollTo(0, document.documentElement.scrollHeight)
        return scrollY
      })
    await expect.poll(scrollDown).toBeGreaterThan(1500)
    await expect.poll(() => page.locator('[data-row]').count()).toBeGreaterThan(10)
    const topOf = () =>
      page.evaluate(() => {
        const all = [...document.querySelectorAll('[data-row]')]
        const first = all.find((row) => row.getBoundingClientRect().top > 200)
        return [first?.textContent ?? '', Math.round(first?.getBoundingClientRect().top ?? 0)]
      })
    for (const count of [1, 1]) {
      await addPurchase(app, 'completed')
      await expect(showNew(page, `${count} new purchase`)).toBeVisible(SOON)
      const before = await topOf()
      await showNew(page, `${count} new purchase`).click()
      await expect(showNew(page, `${count} new purchase`)).toHaveCount(0)
      await expect.poll(topOf).toEqual(before)
    }
  },
)
