import type { Page } from '@playwright/test'
import {
  newDevice,
  signInAt,
  storedText,
  storedTextWith,
  untilShellIsKept,
} from '#tests/support/journeys/e2e-device.ts'
import { endRoutes } from '#tests/support/journeys/e2e-routes.ts'
import { ALL, expect, test } from '#tests/support/journeys/e2e.ts'

test.use({ serviceWorkers: 'allow' })

const ADMIN = 'admin@saleroom.example'
const CLIENT = 'client@saleroom.example'

const row = (page: Page) => page.getByText(/^0x[\da-f]{3,}/i).first()

/** Visits Home, purchases and leads. @returns texts from this user's data */
async function tour(page: Page, url: string): Promise<string[]> {
  await page.goto(`${url}/transactions`)
  await expect(row(page)).toBeVisible()
  const [wallet] = /0x[\da-f]{40}/i.exec(await storedTextWith(page, /0x[\da-f]{40}/i)) ?? ['']
  await page.goto(`${url}/leads`)
  await expect(page.getByRole('table', { name: 'Leads' }).getByText(/@/).first()).toBeVisible()
  const kept = await storedTextWith(page, /"email":"[^"]+@[^"]+","is_email_verified":[01],"wallet/)
  const [, email = ''] = /"email":"([^"]+@[^"]+)","is_email_verified":[01],"wallet/.exec(kept) ?? []
  return [ADMIN, wallet, email, 'AURA', '"refresh"']
}

async function expectNothingLeft(page: Page, canaries: readonly string[]): Promise<void> {
  await expect
    .poll(async () => {
      const text = `${await storedText(page)}\n${await page.content()}`
      return canaries.filter((canary) => text.includes(canary))
    })
    .toEqual([])
}

test('Logout leaves nothing of a person on the device, in any tab, and Back shows nothing', async ({
  page,
  context,
  openAs,
  app,
}) => {
  await openAs(page, ADMIN, '/transactions')
  const canaries = await tour(page, app.url)
  expect(canaries.every((canary) => canary.length > 3)).toBe(true)
  const other = await context.newPage()
  // A request that crosses the logout would be answered by 401.
  const isLive = other.waitForResponse(/\/v1\/live\?/)
  await other.goto('/transactions')
  await expect(row(other)).toBeVisible()
  await isLive

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(other).toHaveURL(/\/login/)
  await expectNothingLeft(page, canaries)
  await expectNothingLeft(other, canaries)

  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('heading', { name: 'Login to your account.' })).toBeVisible()
  await expectNothingLeft(page, canaries)
})

test(
  'Who signs in where somebody has signed out is still signed in when they come back to the tab',
  ALL,
  async ({ page, signIn, app }) => {
    await signIn(page, ADMIN)
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await signInAt(page, app.url, CLIENT)
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    // By then the app has read the device's session.
    expect(await storedText(page)).toContain('"refresh"')
    await page.getByRole('link', { name: 'Leads' }).click()
    await expect(page.getByRole('table', { name: 'Leads' }).getByText(/@/).first()).toBeVisible()
    await expect(page).toHaveURL(/\/leads$/)
  },
)

test('Logout works without a network', async ({ page, context, openAs, app, allowConsole }) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/)
  await openAs(page, ADMIN, '/transactions')
  const canaries = await tour(page, app.url)
  await untilShellIsKept(page)
  await context.setOffline(true)
  await expect(page.getByRole('status', { name: 'Offline' })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Login to your account.' })).toBeVisible()
  await expectNothingLeft(page, canaries)

  // The next page that reaches the server ends the session there too.
  allowConsole(/status of 503/)
  let refusals = 0
  await context.route('**/v1/auth/logout', async (route) => {
    refusals += 1
    await (refusals > 1 ? route.continue() : route.fulfill({ status: 503 }))
  })
  await page.close()
  const next = await context.newPage()
  const ended = next.waitForResponse((answer) => answer.url().endsWith('/logout') && answer.ok())
  await context.setOffline(false)
  await next.goto(`${app.url}/login`)
  await signInAt(next, app.url, CLIENT)
  expect((await ended).status()).toBe(204)
})

test(
  'An answer that comes after Logout is not kept',
  ALL,
  async ({ page, context, openAs, app }) => {
    await openAs(page, ADMIN, '/transactions')
    const canaries = await tour(page, app.url)
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    await context.route('**/v1/wallets?**', async (route) => {
      await isReleased
      await route.continue().catch(() => undefined)
    })
    const request = page.waitForRequest('**/v1/wallets?**')
    await page.goto('/users')
    await request
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/login$/)
    release()
    await endRoutes(context, 'wait')
    await expectNothingLeft(page, canaries)
  },
)

test(
  'After one person’s browser was killed the next finds nothing of theirs, and a page kept for Back shows nothing after Logout',
  ALL,
  async ({ app }) => {
    const device = await newDevice({ isWhole: true })
    const first = await device.open()
    await signInAt(first.page, app.url, ADMIN)
    const canaries = await tour(first.page, app.url)
    // The session ends on the server; the app learns of it when it starts again.
    await device.close()
    const second = await device.open()
    await second.context.route('**/v1/auth/refresh-tokens', (route) =>
      route.fulfill({ status: 401, json: { code: 401, message: 'Invalid refresh token' } }),
    )
    await second.page.goto(`${app.url}/`)
    await expect(second.page).toHaveURL(/\/login/)
    await expect(second.page.getByRole('button', { name: 'Login' })).toBeVisible()
    // Interception must end here: the browser does not cache a page whose requests are intercepted.
    // The page sends no requests now, so none can be lost.
    await second.page.waitForLoadState('networkidle')
    await second.context.unrouteAll({ behavior: 'wait' })
    await signInAt(second.page, app.url, CLIENT)
    await expect(second.page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
    // The client's own project and token may be present; the admin's address and leads must not.
    await expectNothingLeft(second.page, canaries.slice(0, 3))

    // The back/forward cache holds the whole page while another one is shown: Back restores it, unless
    // the session has ended meanwhile. The check runs in another tab, since a request to a page that is
    // being restored may get no response. No other tab runs the app until then: the browser evicts a
    // cached page that receives a message.
    const { page, context } = second
    const leave = async () => {
      await page.goto(`${app.url}/leads`)
      await expect(page.getByRole('table', { name: 'Leads' }).getByText(/@/).first()).toBeVisible()
      await page.evaluate(() => {
        localStorage.removeItem('put back')
        addEventListener('pageshow', (event) =>
          localStorage.setItem('put back', String(event.persisted)),
        )
      })
      await page.goto(`${app.url}/v1/health`)
      return await context.newPage()
    }
    // The browser may cache no page, for example one that is writing to disk.
    await expect(async () => {
      const bare = await leave()
      try {
        await bare.goto(`${app.url}/icons/icon-192.v1.png`)
        await page.goBack({ waitUntil: 'commit' })
        await expect
          .poll(() => bare.evaluate(() => localStorage.getItem('put back')), { timeout: 5000 })
          .toBe('true')
      } finally {
        await bare.close()
      }
    }).toPass()

    const other = await leave()
    await other.goto(`${app.url}/leads`)
    await other.getByRole('button', { name: 'Logout' }).click()
    await expect(other).toHaveURL(/\/login/)
    await page.goBack({ waitUntil: 'commit' })
    await expect(page).toHaveURL(/\/login/)
    await expectNothingLeft(page, [CLIENT, '"refresh"'])
    await device.discard()
  },
)
