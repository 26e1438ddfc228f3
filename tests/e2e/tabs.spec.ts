import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '#tests/support/journeys/e2e.ts'
import { byExtent } from '#tests/support/server/test-extent.ts'

test.use({ serviceWorkers: 'allow' })

// Several open tabs, as on a desktop; a phone shows one at a time.

const ROUNDS = byExtent({ change: 1, all: 2, long: 50 })
const TABS = 5

/** Expires every access token seen so far, on demand, and counts the refreshes. */
async function expireOnDemand(context: BrowserContext) {
  const expired = new Set<string>()
  const seen = new Set<string>()
  const served: string[] = []
  let refreshes = 0
  await context.route('**/v1/**', async (route) => {
    const request = route.request()
    const token = (await request.headerValue('authorization')) ?? ''
    if (request.url().endsWith('/auth/refresh-tokens')) refreshes += 1
    if (expired.has(token)) {
      await route.fulfill({ status: 401, json: { code: 401, message: 'Please authenticate' } })
      return
    }
    if (token !== '') {
      seen.add(token)
      served.push(request.url())
    }
    await route.continue()
  })
  return {
    expireAll() {
      for (const token of seen) expired.add(token)
      seen.clear()
      served.length = 0
      refreshes = 0
    },
    refreshes: () => refreshes,
    served: () => served.filter((url) => url.includes('/projects/names')).length,
  }
}

const refreshButton = (page: Page) =>
  page.getByRole('button', { name: 'Refresh', exact: true }).first()

test('Five tabs with an expired token refresh it once, and none is signed out', async ({
  page,
  context,
  signIn,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  await signIn(page, 'admin@saleroom.example')
  const tabs = [page]
  while (tabs.length < TABS) tabs.push(await context.newPage())
  for (const tab of tabs) {
    await tab.goto('/leads')
    await expect(tab.getByText(/^As of /)).toBeVisible()
  }
  const tokens = await expireOnDemand(context)
  for (const tab of tabs) await refreshButton(tab).click()
  await expect.poll(() => tokens.served()).toBeGreaterThanOrEqual(TABS)

  for (let round = 0; round < ROUNDS; round += 1) {
    // Tokens issued in the same second are equal, so the next one must be issued in another second.
    const begun = Math.floor(Date.now() / 1000)
    await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(begun)
    tokens.expireAll()
    await Promise.all(tabs.map((tab) => refreshButton(tab).click()))
    await expect.poll(() => tokens.served()).toBeGreaterThanOrEqual(TABS)
    expect(tokens.refreshes()).toBe(1)
  }
  for (const tab of tabs) await expect(tab).toHaveURL(/\/leads$/)
})
