import type { Page, Route } from '@playwright/test'
import { endRoutes } from '#tests/support/journeys/e2e-routes.ts'
import { ALL, expect, test, withoutLive } from '#tests/support/journeys/e2e.ts'

// Every way of losing the server and finding it again: what is on the screen is asked for again, once.

const ADMIN = 'admin@saleroom.example'
const PAGES = [
  '/',
  '/transactions',
  '/channels',
  '/bonus-codes/AURA/1',
  '/settlement?project=AURA',
  '/stages?project=AURA',
]

/** A way of losing the server, and of finding it again. */
interface Way {
  lose(page: Page): Promise<unknown>
  find(page: Page): Promise<unknown>
}

const answered = (answer: (route: Route) => unknown): Way => ({
  async lose(page) {
    await page.route('**/v1/**', answer)
    await page.getByRole('button', { name: 'Refresh' }).click()
  },
  find: endRoutes,
})

const hanging = answered(() => undefined)

const WAYS: Record<string, Way> = {
  'is refused': answered((route) => route.abort('connectionrefused')),
  'does not answer': hanging,
  'is a portal': answered((route) =>
    route.fulfill({ contentType: 'text/html', body: '<html>Sign in to the network</html>' }),
  ),
  'is a gateway without a server': answered((route) =>
    route.fulfill({ status: 503, contentType: 'text/html', body: '<html>Unavailable</html>' }),
  ),
  restarts: answered((route) =>
    route.fulfill({ status: 503, json: { code: 503, message: 'The database is unavailable' } }),
  ),
  changes: {
    async lose(page) {
      await hanging.lose(page)
      await page.context().setOffline(true)
    },
    async find(page) {
      await hanging.find(page)
      await page.context().setOffline(false)
    },
  },
}

/** The answered reads of the page from now on, by path and query; not those that are repeated in any case. */
function readsOf(page: Page) {
  const reads: string[] = []
  page.on('response', (response) => {
    const { pathname, searchParams } = new URL(response.url())
    const type = response.headers()['content-type'] ?? ''
    if (response.request().method() !== 'GET' || !pathname.startsWith('/v1/')) return
    if (!response.ok() || !type.includes('json')) return
    if (/\/(?:health|live|notices|approvals|features)/.test(pathname)) return
    for (const name of ['start_date', 'end_date']) searchParams.delete(name)
    reads.push(`${pathname}?${searchParams.toString()}`)
  })
  return reads
}

const offline = (page: Page) => page.getByRole('status', { name: 'Offline' })

/** Until the page is filled, and asks for nothing more: a call of Home follows those of the cards. */
async function untilQuiet(page: Page, reads: readonly string[]) {
  await expect(page.getByText(/^As of /)).toBeVisible()
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
  let before = -1
  const isStill = () => {
    const isSame = reads.length === before
    before = reads.length
    return isSame
  }
  await expect.poll(isStill, { intervals: [700] }).toBe(true)
}

for (const [way, { lose, find }] of Object.entries(WAYS))
  test(
    `After a network that ${way}, each call of every page is sent once`,
    ALL,
    async ({ page, openAs, allowConsole }) => {
      allowConsole(/Failed to load resource|ERR_/)
      await withoutLive(page)
      await openAs(page, ADMIN, '/')
      for (const path of PAGES) {
        const reads = readsOf(page)
        await page.goto(path)
        // Under load, a call of the page's first view may come during the first refresh; only that of a
        // page that is on the screen for good is asked again by the second.
        for (let n = 0; n < 2; n++) {
          await untilQuiet(page, reads)
          reads.splice(0)
          await page.getByRole('button', { name: 'Refresh' }).click()
          await expect.poll(() => reads.length).toBeGreaterThan(0)
        }
        await untilQuiet(page, reads)
        const expected = reads.splice(0).toSorted()

        await lose(page)
        await expect(offline(page)).toBeVisible()
        await find(page)
        await expect(offline(page)).toBeHidden()
        await expect.poll(() => reads.toSorted(), path).toEqual(expected)
        await untilQuiet(page, reads)
        expect(reads.toSorted(), path).toEqual(expected)
      }
    },
  )
