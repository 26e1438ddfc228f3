import type { Page } from '@playwright/test'
import { ALL, DEMO_PASSWORD, expect, test } from '#tests/support/journeys/e2e.ts'
import { NEWER_FEATURES } from '#tests/support/journeys/newer-features-data.ts'
import { submitLogin } from '#tests/support/screens/login-page.ts'
import { readTotal } from '#tests/support/screens/total-card.ts'

const ADMIN = 'admin@saleroom.example'

/** Removes what is newer from the pages that open next, and keeps the names of what it could not. */
const removeNewer = (page: Page) =>
  page.addInitScript((features) => {
    const left: string[] = []
    for (const [owner, names] of Object.entries(features)) {
      const holder = owner
        .split('.')
        .reduce<unknown>((value, key) => Reflect.get(Object(value), key), globalThis)
      for (const name of names.split(' '))
        if (!Reflect.deleteProperty(Object(holder), name)) left.push(`${owner}.${name}`)
    }
    Object.assign(globalThis, { left })
  }, NEWER_FEATURES)

test('The app works without what is newer than the oldest browsers', ALL, async ({ page, app }) => {
  await removeNewer(page)
  await submitLogin(page, app.url, ADMIN, DEMO_PASSWORD)
  expect(await page.evaluate(() => Reflect.get(globalThis, 'left'))).toEqual([])
  expect(await page.evaluate(() => 'any' in AbortSignal || 'toSorted' in [])).toBe(false)
  await readTotal(page)
  await expect(page.locator('main section canvas').first()).toBeVisible()
  await page.goto(`${app.url}/leads`)
  await expect(page.getByRole('table').or(page.getByRole('grid')).first()).toBeVisible()
  await page.goto(`${app.url}/bonus-codes`)
  await page
    .getByRole('button', { name: /^Create/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

const failure = (page: Page) => page.getByRole('alert').filter({ hasText: 'did not start' })

test(
  'A page that cannot start says in which browsers it does',
  ALL,
  async ({ page, app, allowConsole }) => {
    allowConsole(/Failed to load resource|SyntaxError|is not a chunk|did not load/)
    const broken = { contentType: 'text/javascript', body: 'an older browser' }
    for (const script of ['boot', 'shell']) {
      await page.route(`**/assets/${script}-*.js`, (route) => route.fulfill(broken))
      await page.goto(`${app.url}/login`)
      await expect(failure(page)).toContainText('Chrome and Edge 111, Firefox 114')
      await page.unrouteAll()
    }
    await page.route('**/assets/shell-*.js', (route) => route.abort())
    await page.goto(`${app.url}/login`)
    await expect(failure(page)).toBeVisible()
    await page.unrouteAll()
    // What breaks outside of the app's boundaries: its first elements.
    allowConsole(/no elements/)
    await page.addInitScript(() => {
      const append = Node.prototype.appendChild
      Node.prototype.appendChild = function <T extends Node>(this: Node, child: T): T {
        if (this instanceof Element && this.id === 'root' && !location.search)
          throw new Error('no elements')
        append.call(this, child)
        return child
      }
    })
    await page.goto(`${app.url}/login`)
    await expect(failure(page)).toBeVisible()
    await expect(page.getByLabel('Email')).toBeHidden()
    await page.goto(`${app.url}/login?works`)
    await expect(page.getByLabel('Email')).toBeVisible()
    await page.route('**/assets/shell-*.js', (route) => route.abort())
    await page.goto(`${app.url}/login?works`)
    await expect(failure(page)).toBeVisible()
    await page.unrouteAll()
    await failure(page).getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByLabel('Email')).toBeVisible()
    await expect(failure(page)).toBeHidden()
  },
)

test(
  'Who is signed in sees the loader before the app has loaded, and nobody else does',
  ALL,
  async ({ page, app, signIn }) => {
    const loader = page.getByRole('progressbar', { name: 'Loading' })
    const openSlowly = async (check: () => Promise<void>) => {
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route('**/assets/shell-*.js', async (route) => {
        await released
        await route.continue()
      })
      await page.goto(app.url, { waitUntil: 'commit' })
      await expect(page.locator('html[data-start] #root .start')).toBeAttached()
      await check()
      await expect(failure(page)).toBeHidden()
      release()
      await page.unrouteAll({ behavior: 'wait' })
    }
    await openSlowly(() => expect(loader).toBeHidden())
    await expect(page.getByLabel('Email')).toBeVisible()
    await signIn(page, ADMIN)
    await openSlowly(() => expect(loader).toBeVisible())
    await readTotal(page)
    await expect(loader).toBeHidden()
  },
)
