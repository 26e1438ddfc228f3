import type { Locator, Page } from '@playwright/test'
import { signInCaller, type Caller } from '#tests/support/journeys/e2e-calls.ts'
import { endRoutes } from '#tests/support/journeys/e2e-routes.ts'
import { ALL, ALL_PHONE, expect, LONG, PHONE, test } from '#tests/support/journeys/e2e.ts'
import { byExtent } from '#tests/support/server/test-extent.ts'

const ROWS = byExtent({ change: 60, all: 200, long: 1000 })
const reason = 'Added while a list is being scrolled'

async function addCredits(caller: Caller, count: number) {
  const { results } = await caller.get<{
    results: { project_id: string; wallet_address: string }[]
  }>('/wallets?projects=AURA&limit=1')
  const [wallet] = results
  if (!wallet) throw new Error('no demo data')
  const path = `/wallets/${wallet.project_id}/${wallet.wallet_address}/transactions/manual`
  for (let left = count; left > 0; left -= 25) {
    const some = Array.from({ length: Math.min(25, left) }, () =>
      caller.post(path, { reason, tokens: '1' }),
    )
    await Promise.all(some)
  }
}

async function allCredits(caller: Caller): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ; page++) {
    const { results } = await caller.get<{ results: { id: string }[] }>(
      `/manual-transactions?projects=AURA&limit=100&page=${page}`,
    )
    ids.push(...results.map((row) => row.id))
    if (results.length < 100) return ids
  }
}

/** The ids of the records in the page now. */
async function idsIn(records: Locator): Promise<string[]> {
  return records.evaluateAll((found) =>
    found.flatMap((each) => {
      // The first cell opens the row.
      const [, id] = each.querySelectorAll('[role=cell]')
      const text = each.getAttribute('aria-label') ?? id?.textContent
      return /(\d+)$/.exec(text ?? '')?.[1] ?? []
    }),
  )
}

/** Scrolls by most of a screen and waits until the requested rows are shown. */
async function scrollOn(page: Page): Promise<boolean> {
  const isAtEnd = await page.evaluate(() => {
    scrollBy(0, innerHeight * 0.8)
    return scrollY + innerHeight >= document.documentElement.scrollHeight - 2
  })
  await expect(page.getByText('Loading more')).toBeHidden()
  // Rows are updated in the next frame.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve))
      }),
  )
  const isStillAtEnd = await page.evaluate(
    () => scrollY + innerHeight >= document.documentElement.scrollHeight - 2,
  )
  return isAtEnd && isStillAtEnd
}

test(
  `${ROWS} rows are scrolled while new ones arrive: none is lost or repeated`,
  PHONE,
  async ({ page, openAs, ownApp, isMobile }) => {
    const caller = await signInCaller(ownApp, 'admin@saleroom.example')
    await addCredits(caller, ROWS)
    const expected = await allCredits(caller)

    await openAs(page, 'admin@saleroom.example', '/manual-transactions?projects=AURA', ownApp)
    const records = page.getByRole(isMobile ? 'article' : 'row')
    await expect(records.nth(10)).toBeVisible()
    const seen = new Set<string>()
    let most = 0
    for (let step = 0; step < 400; step++) {
      const ids = await idsIn(records)
      expect(new Set(ids).size).toBe(ids.length)
      for (const id of ids) seen.add(id)
      most = Math.max(most, ids.length)
      if (step % 10 === 0) await addCredits(caller, 3)
      if ((await scrollOn(page)) && expected.every((id) => seen.has(id))) break
    }
    expect(expected.filter((id) => !seen.has(id))).toEqual([])
    // Only rows near the screen are in the page.
    expect(most).toBeLessThan(150)
  },
)

test(
  'A list is where it was left when the person comes back to it',
  PHONE,
  async ({ page, openAs, isMobile }) => {
    const open = async (name: string) => {
      if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click()
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
    }
    await openAs(page, 'admin@saleroom.example', '/seo-scripts')
    await open('Transactions Search')
    const records = page.getByRole(isMobile ? 'article' : 'row')
    await expect(records.nth(10)).toBeVisible()
    for (let step = 0; step < 6; step++) await scrollOn(page)
    const place = await page.evaluate(() => scrollY)
    expect(place).toBeGreaterThan(1000)
    await open('Leads')
    await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible()
    await expect(records.nth(5)).toBeVisible()
    await open('Transactions Search')
    await expect(page.getByRole('heading', { level: 1, name: 'Transactions Search' })).toBeVisible()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)
  },
)

const failures = [
  ['500', { status: 500, json: { code: 500, message: 'Internal server error' } }],
  [
    '429',
    {
      status: 429,
      headers: { 'retry-after': '7' },
      json: { code: 429, message: 'Too many requests' },
    },
  ],
  ['HTML', { status: 200, contentType: 'text/html', body: '<!doctype html><p>Sign in' }],
  [
    'half an answer',
    { status: 200, contentType: 'application/json', body: '{"results":[{"id":"1"' },
  ],
] as const

const lists = [
  ['/transactions', '**/v1/transactions?*', 'Transactions did not load'],
  ['/users', '**/v1/wallets?*', 'Users did not load'],
  ['/manual-transactions', '**/v1/manual-transactions?*', 'Manual transactions did not load'],
  ['/bonus-codes', '**/v1/bonus-codes?*', 'Bonus codes did not load'],
  ['/leads', '**/v1/leads?*', 'Leads did not load'],
] as const

for (const [address, calls, words] of lists) {
  test(
    `A list that fails says so in its place and can be tried again: ${address}`,
    // src/app/screen-errors.test.tsx covers every list and every error without a browser.
    address === '/transactions' ? ALL : LONG,
    async ({ page, openAs, allowConsole, isMobile, expectAccessible }) => {
      allowConsole(/status of (429|500)|ERR_FAILED/)
      // Not on the list itself: fetched rows stay visible although a later request fails.
      await openAs(page, 'admin@saleroom.example', '/seo-scripts')
      for (const [, answer] of failures) {
        await endRoutes(page)
        await page.route(calls, (route) => route.fulfill(answer))
        await page.goto(address)
        await expect(page.getByText(words)).toBeVisible()
      }
      await expectAccessible(page)
      await endRoutes(page)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole(isMobile ? 'article' : 'row').nth(5)).toBeVisible()
      await expect(page.getByText(words)).toBeHidden()
    },
  )
}

test('The focus stays in its row while a list grows', ALL_PHONE, async ({ page, openAs }) => {
  const held: (() => Promise<void>)[] = []
  await page.route('**/v1/transactions?*page=2*', (route) => {
    held.push(() => route.continue())
  })
  await openAs(page, 'admin@saleroom.example', '/transactions')
  const last = page.locator('[data-row="19"]')
  const stop = last.locator('a, button').last()
  await stop.focus()
  await expect.poll(() => held.length).toBe(1)
  const before = await last.elementHandle()
  await held[0]?.()
  // All rows are rendered again once there is more than a page of them.
  await expect.poll(() => before?.evaluate((row) => row.isConnected)).toBe(false)
  await expect(stop).toBeFocused()
  await page.keyboard.press('Tab')
  const next = page.locator('[data-row="20"]')
  await expect(next.locator(':focus')).toBeInViewport()
})

test(
  'Rows are in their order after a scroll, and the row with the focus never shows another record',
  PHONE,
  async ({ page, openAs }) => {
    await openAs(page, 'admin@saleroom.example', '/transactions')
    const rows = page.locator('[data-row]')
    await expect(rows.nth(10)).toBeVisible()
    for (let step = 0; step < 6; step++) await scrollOn(page)
    const order = () =>
      rows.evaluateAll((found) => found.map((each) => Number(each.getAttribute('data-row'))))
    await expect
      .poll(async () => {
        const found = await order()
        return found.length > 2 && found.every((row, at) => row === (found[0] ?? 0) + at)
      })
      .toBe(true)

    const used = await rows.nth(3).elementHandle()
    const record = await used?.textContent()
    await rows.nth(3).getByRole('button').last().focus()
    for (let step = 0; step < 6; step++) {
      await scrollOn(page)
      expect(await used?.textContent()).toBe(record)
    }
  },
)
