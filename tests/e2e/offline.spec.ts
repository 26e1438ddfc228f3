import type { BrowserContext, Page } from '@playwright/test'
import { DATABASES } from '#src/state/storage.ts'
import {
  newDevice,
  signInAt,
  storedTextWith,
  untilCardIsKept,
  untilShellIsKept,
} from '#tests/support/journeys/e2e-device.ts'
import type { Device } from '#tests/support/journeys/e2e-device.ts'
import { holdWrites } from '#tests/support/journeys/e2e-held-disk.ts'
import { endRoutes } from '#tests/support/journeys/e2e-routes.ts'
import { startServer } from '#tests/support/journeys/e2e-server.ts'
import { ALL, expect, test } from '#tests/support/journeys/e2e.ts'
import { readTotal, totalCard } from '#tests/support/screens/total-card.ts'

test.use({ serviceWorkers: 'allow' })

const SCREENS = [
  ['/project-settings', 'Project Settings'],
  ['/users', 'User Search'],
  ['/transactions', 'Transactions Search'],
  ['/manual-transactions', 'Manual Transactions'],
  ['/bonus-codes', 'Bonus Codes'],
  ['/seo-scripts', 'SEO Scripts'],
  ['/leads', 'Leads'],
  ['/banners', 'Banners'],
  ['/team', 'Team'],
  ['/connections', 'Connections'],
  ['/import', 'Import'],
  ['/stages', 'Stages'],
  ['/stages/AURA/edit', 'Edit stages'],
] as const
const ADMIN = 'admin@saleroom.example'
const DAY_MS = 86_400_000

const strip = (page: Page) => page.getByRole('status', { name: 'Offline' })

/** Signs in and waits until the shell is cached and the figures are on disk. */
async function prepare(device: Device, url: string): Promise<{ page: Page; figure: string }> {
  const { page } = await device.open()
  await signInAt(page, url, ADMIN)
  const figure = await readTotal(page)
  await untilShellIsKept(page)
  await expect(page.getByText(/^As of /)).toBeVisible()
  await untilCardIsKept(page, 'all')
  return { page, figure }
}

/** Cuts the network before the first page. */
async function startOffline(context: BrowserContext): Promise<void> {
  await context.setOffline(true)
  // The browser notifies the page too, but on a busy machine not always.
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
  })
}

test.describe('Without a network', () => {
  let device: Device
  test.beforeEach(async () => {
    device = await newDevice()
  })
  test.afterEach(async () => {
    await device.discard()
  })

  test('a cold start shows the last figures with their age, and unvisited screens open', async ({
    app,
  }) => {
    const { page, figure } = await prepare(device, app.url)
    await page.goto(`${app.url}/transactions`)
    const row = page.getByText(/^0x[\da-f]{3,}/i).first()
    await expect(row).toBeVisible()
    await storedTextWith(page, /0x[\da-f]{40}/i)
    await device.close()

    const again = await device.open()
    await startOffline(again.context)
    const offline = again.page
    await offline.goto(`${app.url}/`)
    await expect(totalCard(offline)).toContainText(figure)
    await expect(strip(offline)).toContainText(/showing data from \d\d:\d\d, \d+ \w+/i)
    await expect(offline.getByText(/^Saved at /)).toBeVisible()
    await expect(offline.getByRole('button', { name: 'Refresh' })).toBeDisabled()
    for (const [path, title] of SCREENS) {
      await offline.goto(`${app.url}${path}`)
      await expect(offline.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(strip(offline)).toBeVisible()
    }
    await offline.goto(`${app.url}/transactions`)
    await expect(offline.getByText(/^0x[\da-f]{3,}/i).first()).toBeVisible()
    expect(device.complaints).toEqual([])

    await offline.evaluate(() => Reflect.deleteProperty(navigator, 'onLine'))
    await again.context.setOffline(false)
    await expect(strip(offline)).toBeHidden()
  })

  test(
    'figures of three days ago are shown, those of a month ago are not',
    ALL,
    async ({ app }) => {
      const { figure } = await prepare(device, app.url)
      await device.close()
      for (const [days, isShown] of [
        [3, true],
        [31, false],
      ] as const) {
        const { context, page } = await device.open()
        await context.clock.install({ time: Date.now() + days * DAY_MS })
        await startOffline(context)
        await page.goto(`${app.url}/`)
        await expect(strip(page)).toContainText(isShown ? /showing data from/i : /no saved data/i)
        if (isShown) await expect(totalCard(page)).toContainText(figure)
        else await expect(totalCard(page)).not.toContainText(/\d/)
        await device.close()
      }
    },
  )
})

test('While the server is stopped the session and the figures stay, and the app recovers by itself', async ({
  ownApp,
}) => {
  const device = await newDevice()
  const { figure } = await prepare(device, ownApp.url)
  await device.close()
  await ownApp.stop()

  const { page } = await device.open()
  await page.goto(`${ownApp.url}/`)
  await expect(totalCard(page)).toContainText(figure)
  await expect(strip(page)).toBeVisible()
  expect(device.complaints.filter((text) => !text.includes('ERR_CONNECTION_REFUSED'))).toEqual([])

  // A long write in another tab acts like a slow disk.
  const writing = await page.context().newPage()
  await writing.goto(`${ownApp.url}/`)
  await holdWrites(writing, [DATABASES.cache])
  const slow = await page.context().newPage()
  await slow.goto(`${ownApp.url}/`)
  await expect(totalCard(slow)).toContainText('No saved figures')
  await writing.close()
  await expect(totalCard(slow)).toContainText(figure)
  await expect(strip(slow)).toContainText(/showing data from/i)
  await slow.close()

  const port = new URL(ownApp.url).port
  const server = await startServer({ SALEROOM_DATA: ownApp.folder, PORT: port })
  // The app checks by itself too, and may be the first to notice.
  await page
    .getByRole('button', { name: 'Retry' })
    .or(page.getByText(/^As of /))
    .first()
    .click()
  await expect(strip(page)).toBeHidden()
  await expect(page.getByText(/^As of /)).toBeVisible()
  await device.discard()
  await server.stop()
})

test('A server that does not respond, or a portal that responds with its own page, ends no session', async ({
  page,
  context,
  signIn,
  allowConsole,
}) => {
  allowConsole(/status of 503|Failed to load resource/)
  await signIn(page, ADMIN)
  const figure = await readTotal(page)
  await untilCardIsKept(page, 'all')
  const answers = [
    { status: 503, body: '' },
    { status: 200, contentType: 'text/html', body: '<html>Sign in to the network</html>' },
    null,
  ]
  for (const answer of answers) {
    await endRoutes(context)
    // Null: the request gets no response.
    await context.route('**/v1/**', (route) =>
      answer === null ? undefined : route.fulfill(answer),
    )
    await page.goto('/')
    await expect(totalCard(page)).toContainText(figure)
    await expect(page).toHaveURL(/\/$/)
  }
  await endRoutes(context)
  await page.goto('/')
  await expect(strip(page)).toBeHidden()
  expect(await readTotal(page)).toBe(figure)
})

test.describe('With storage that does not work', () => {
  for (const [how, script] of [
    [
      'throws',
      () =>
        Object.assign(IDBFactory.prototype, {
          open: () => {
            throw new Error('no')
          },
        }),
    ],
    ['never answers', () => Object.assign(IDBFactory.prototype, { open: () => new EventTarget() })],
  ] as const) {
    test(`the app works online: it ${how}`, ALL, async ({ page, app }) => {
      await page.addInitScript(script)
      await signInAt(page, app.url, ADMIN)
      await readTotal(page)
      const week = page.getByRole('radio', { name: 'Week' })
      await week.click()
      await expect(week).toBeChecked()
      await expect(totalCard(page)).toHaveAttribute('aria-busy', 'false')
    })
  }

  test('a full device is reported, and the app works online', async ({ page, app, context }) => {
    await page.goto('/login')
    // A busy disk can create a device's first database so slowly that it counts as silent.
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          indexedDB.open('first').addEventListener('success', resolve)
        }),
    )
    const cdp = await context.newCDPSession(page)
    const origin = new URL(page.url()).origin
    await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1000 })
    await signInAt(page, app.url, ADMIN)
    await readTotal(page)
    await expect(page.getByRole('status', { name: 'Storage is full' })).toBeVisible()
  })
})
