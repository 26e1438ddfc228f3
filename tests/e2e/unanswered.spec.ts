import type { Page } from '@playwright/test'
import { signInCaller } from '#tests/support/journeys/e2e-calls.ts'
import { storedText } from '#tests/support/journeys/e2e-device.ts'
import { endRoutes } from '#tests/support/journeys/e2e-routes.ts'
import { ALL, expect, test, withoutLive } from '#tests/support/journeys/e2e.ts'

const ADMIN = 'admin@saleroom.example'

/** Lets the requests to this address reach the server and drops the responses. @returns their idempotency keys */
async function loseAnswers(page: Page, address: string): Promise<Set<string | undefined>> {
  const keys = new Set<string | undefined>()
  await page.route(address, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.add(route.request().headers()['idempotency-key'])
    await route.fetch().catch(() => undefined)
    // The page may have been reloaded meanwhile, which drops its request.
    return route.abort().catch(() => undefined)
  })
  return keys
}

/** Confirms leaving: the browser asks for confirmation while a request is in flight. */
async function reload(page: Page): Promise<void> {
  page.once('dialog', (question) => void question.accept())
  await page.reload()
}

test('A credit and a code without a response survive a reload, are sent again with their keys, and created once', async ({
  page,
  app,
  openAs,
  allowConsole,
  expectAccessible,
}) => {
  allowConsole(/ERR_FAILED/)
  const caller = await signInCaller(app, ADMIN)
  const { results } = await caller.get<{ results: { wallet_address: string }[] }>(
    '/wallets?projects=HELIX&limit=1&page=131',
  )
  const address = results[0]?.wallet_address ?? ''
  const creditsNow = async () =>
    (
      await caller.get<{ results: unknown[] }>(
        `/manual-transactions?projects=HELIX&wallet_address=${address}`,
      )
    ).results.length
  const before = await creditsNow()

  await openAs(page, ADMIN, `/users?projects=HELIX&walletAddress=${address}`)
  const keys = await loseAnswers(page, '**/transactions/manual')
  await page.getByRole('button', { name: 'Add Tokens' }).click()
  const credit = page.getByRole('dialog', { name: 'Add Tokens' })
  await credit.getByLabel('Tokens').fill('1,250.75')
  await credit.getByLabel('Reason').fill('Lost in a reload')
  await credit.getByRole('button', { name: 'Add Tokens' }).click()
  await expect(credit.getByText('Checking whether the tokens were added')).toBeVisible()
  await reload(page)
  await expect(page.getByText('The server has not confirmed whether')).toContainText(
    '1,250.75 HELIX were added',
  )
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  // There is still no response: the typed values are shown, and nothing new can be sent.
  await expect(credit.getByLabel('Tokens')).toHaveValue('1250.75')
  await expect(credit.getByLabel('Reason')).toHaveValue('Lost in a reload')
  await expect(credit.getByRole('button', { name: 'Add Tokens' })).toHaveCount(0)
  await endRoutes(page)
  await expect(page.getByText('Successfully added tokens').first()).toBeVisible()
  await expect(credit).toBeHidden()
  expect(await creditsNow()).toBe(before + 1)
  expect(keys.size).toBe(1)

  await page.goto('/bonus-codes?projects=HELIX')
  const codeKeys = await loseAnswers(page, '**/v1/bonus-codes')
  await page.getByRole('button', { name: 'Create bonus code' }).click()
  const create = page.getByRole('dialog', { name: 'Create a Bonus Code' })
  await create.getByLabel('Percentage').fill('12')
  await create.getByLabel('Code', { exact: true }).fill('NOANSWER')
  await create.getByRole('button', { name: 'Submit' }).click()
  await expect(create.getByText('Checking whether the code was created')).toBeVisible()
  await expect(create.getByLabel('Code', { exact: true })).toBeDisabled()
  await reload(page)
  await expect(page.getByText('The server has not confirmed whether')).toContainText('NOANSWER')
  // The next dialog of the tab that sent it continues with that code, not with a new one.
  await page.getByRole('button', { name: 'Create bonus code' }).click()
  await expect(create.getByLabel('Code', { exact: true })).toHaveValue('NOANSWER')
  await expectAccessible(page)
  await endRoutes(page)
  await expect(page.getByText('Successfully created code').first()).toBeVisible()
  const codes = await caller.get<{ results: { code: string }[] }>('/bonus-codes?projects=HELIX')
  expect(codes.results.filter(({ code }) => code === 'NOANSWER')).toHaveLength(1)
  expect(codeKeys.size).toBe(1)
  expect(await storedText(page)).not.toContain('NOANSWER-')
})

test('A session that expires loses nothing that was typed in a dialog or a row', async ({
  page,
  context,
  app,
  openAs,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  const caller = await signInCaller(app, ADMIN)
  const { results } = await caller.get<{ results: { wallet_address: string }[] }>(
    '/wallets?projects=HELIX&limit=1&page=132',
  )
  const expire = async () => {
    await context.route('**/v1/**', (route) => {
      const isRefresh = route.request().url().endsWith('/auth/refresh-tokens')
      const message = isRefresh ? 'Invalid refresh token' : 'Please authenticate'
      return route.fulfill({ status: 401, json: { code: 401, message } })
    })
  }
  const signInAgain = async () => {
    await expect(page).toHaveURL(/\/login\?next=/)
    await endRoutes(context, 'wait')
    await page.getByLabel('Email').fill(ADMIN)
    await page.getByLabel('Password', { exact: true }).fill('saleroom-demo')
    await page.getByRole('button', { name: 'Login' }).click()
  }
  await withoutLive(page)
  await openAs(page, ADMIN, `/users?projects=HELIX&walletAddress=${results[0]?.wallet_address}`)
  await page.getByRole('button', { name: 'Show details' }).click()
  await page.getByRole('textbox', { name: 'Referral payout percentage' }).fill('33')
  await page.getByRole('button', { name: 'Add Tokens' }).click()
  const credit = page.getByRole('dialog', { name: 'Add Tokens' })
  await credit.getByLabel('Tokens').fill('77')
  await credit.getByLabel('Reason').fill('Typed before the end')
  await expire()
  await credit.getByRole('button', { name: 'Add Tokens' }).click()
  await signInAgain()
  await expect(credit.getByLabel('Reason')).toHaveValue('Typed before the end')
  await expect(credit.getByLabel('Tokens')).toHaveValue('77')
  await credit.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('textbox', { name: 'Referral payout percentage' })).toHaveValue('33')
})

test(
  'Two tabs credit one wallet: each reports its own credit, and the later one keeps what was typed',
  ALL,
  async ({ page, context, app, openAs }, { project }) => {
    const caller = await signInCaller(app, ADMIN)
    const { results } = await caller.get<{ results: { wallet_address: string }[] }>(
      `/wallets?projects=HELIX&limit=1&page=${project.name === 'desktop' ? 133 : 134}`,
    )
    const address = results[0]?.wallet_address ?? ''
    const credits = async () =>
      (
        await caller.get<{ results: { tokens: string; reason: string }[] }>(
          `/manual-transactions?projects=HELIX&wallet_address=${address}`,
        )
      ).results
    const before = (await credits()).length
    const place = `/users?projects=HELIX&walletAddress=${address}`
    await openAs(page, ADMIN, place)
    const second = await context.newPage()
    await second.goto(place)
    const open = async (tab: Page, tokens: string) => {
      await tab.getByRole('button', { name: 'Add Tokens' }).click()
      const dialog = tab.getByRole('dialog', { name: 'Add Tokens' })
      await dialog.getByLabel('Tokens').fill(tokens)
      await dialog.getByLabel('Reason').fill(`Of the tab with ${tokens}`)
      return dialog
    }
    const later = await open(second, '7')
    const first = await open(page, '5')
    // The server responds slowly to the first.
    let answer = () => {}
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const isHeld = page.waitForRequest('**/transactions/manual')
    await context.route('**/transactions/manual', async (route) => {
      await isAnswered
      await route.continue()
    })
    await first.getByRole('button', { name: 'Add Tokens' }).click()
    await isHeld
    await later.getByRole('button', { name: 'Add Tokens' }).click()
    const other = later.getByText(/^Another credit of 5.00.HELIX to this wallet, sent earlier or/)
    await expect(other).toContainText('has no answer yet')
    await expect(later.getByLabel('Tokens')).toHaveValue('7')
    answer()
    await expect(page.getByText('Successfully added tokens').first()).toBeVisible()
    await expect(first).toBeHidden()
    await expect(other).toContainText('was added. What you typed here was not sent.')
    await expect(later.getByLabel('Tokens')).toHaveValue('7')
    await expect(later.getByLabel('Reason')).toHaveValue('Of the tab with 7')
    await expect(second.getByText('Successfully added tokens')).toHaveCount(0)
    expect(await credits()).toHaveLength(before + 1)

    await later.getByRole('button', { name: 'Add Tokens' }).click()
    await expect(second.getByText('Successfully added tokens').first()).toBeVisible()
    await expect(later).toBeHidden()
    const made = (await credits()).map(({ reason }) => reason)
    expect(made.slice(0, 2)).toEqual(['Of the tab with 7', 'Of the tab with 5'])
    expect(made).toHaveLength(before + 2)
  },
)
