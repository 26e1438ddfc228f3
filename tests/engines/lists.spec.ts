import { label, role, text, until } from '#tests/support/engines/engine-page.ts'
import type { EnginePage } from '#tests/support/engines/engine-page.ts'
import { expect, test } from '#tests/support/engines/engine-test.ts'
import { ADMIN, signIn, title } from '#tests/support/engines/steps.ts'
import { signInCaller } from '#tests/support/journeys/e2e-calls.ts'

const WALLET = /0x[\da-f]{40}/i

/** A wallet of a project, on a page of its own for each test. */
async function walletOn(listPage: number, url: string, project: string) {
  const caller = await signInCaller({ url }, ADMIN)
  const { results } = await caller.get<{ results: { wallet_address: string }[] }>(
    `/wallets?projects=${project}&limit=1&page=${listPage}`,
  )
  const address = results[0]?.wallet_address ?? ''
  expect(address).toMatch(WALLET)
  return { address, caller }
}

async function searchFor(page: EnginePage, wallet: string): Promise<void> {
  await page.fill(role('searchbox', 'Search'), wallet)
  await page.key('Enter')
}

/** Records on the screen: rows below their heads, or cards. */
const recordsIn = async (page: EnginePage, isPhone: boolean) =>
  isPhone ? (await page.find(role('article'))).count : (await page.find(role('row'))).count - 1

test('A list grows as it is scrolled, and a row opens', async ({ app, device, isPhone }) => {
  const page = await device.open()
  await signIn(page, app.url)
  await page.visit(`${app.url}/transactions`)
  await page.see(title('Transactions Search'))
  await page.press(role('button', 'Show bonus transactions'))
  await page.see(role('button', 'Hide bonus transactions'))
  await page.press(role('button', 'Hide bonus transactions'))
  await page.untilGone(role('button', 'Hide bonus transactions'))

  const seen = new Set<string>()
  await until('the third page of rows', async () => {
    const rows = await page.evaluate(
      (selector) => {
        const records = [...document.querySelectorAll<HTMLElement>(selector)]
        const texts = records.map(({ innerText }) => innerText)
        scrollBy(0, innerHeight * 0.7)
        return texts
      },
      isPhone ? 'article' : '[role=row]',
    )
    for (const row of rows) seen.add(row)
    return seen.size > 65 ? true : undefined
  })
  // Only rows near the screen are in the page.
  expect(await recordsIn(page, isPhone)).toBeLessThan(60)
})

test('A search finds one wallet, and a wrong one is refused', async ({ app, device, isPhone }) => {
  const { address } = await walletOn(3, app.url, 'AURA')
  const page = await device.open()
  await signIn(page, app.url)
  await page.visit(`${app.url}/users?projects=AURA`)
  await page.see(role('button', 'Show details'))
  await searchFor(page, '0x')
  await page.see(text('Search must be a valid wallet address'))
  await searchFor(page, address)
  await until('one record', async () => ((await recordsIn(page, isPhone)) === 1 ? true : undefined))
})

test('A credit that is confirmed with a double click is sent once', async ({ app, device }) => {
  const { address, caller } = await walletOn(test.info().parallelIndex + 10, app.url, 'HELIX')
  const credits = async () => {
    const { results } = await caller.get<{ results: unknown[] }>(
      `/manual-transactions?projects=HELIX&wallet_address=${address}&limit=100`,
    )
    return results.length
  }
  const before = await credits()
  const page = await device.open()
  await signIn(page, app.url)
  await page.visit(`${app.url}/users?projects=HELIX`)
  await page.see(role('button', 'Show details'))
  await searchFor(page, address)
  await page.see(role('button', 'Add Tokens'), ({ count }) => count === 1)
  await page.press(role('button', 'Add Tokens'))
  const within = role('dialog', 'Add Tokens')
  await page.fill(label('Tokens', { within }), '12')
  await page.fill(label('Reason', { within }), 'In each engine')
  await page.pressTwice(role('button', 'Add Tokens', { within }))
  await page.see(text('Successfully added tokens'))
  await page.untilGone(within)
  expect(await credits()).toBe(before + 1)
})
