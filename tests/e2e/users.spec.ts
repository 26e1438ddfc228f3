import type { Page, Route } from '@playwright/test'
import { signInCaller, type Caller } from '#tests/support/e2e-calls.ts'
import { endRoutes } from '#tests/support/e2e-routes.ts'
import { ALL, expect, LONG, PHONE, test, type OpenAs, type RunningApp } from '#tests/support/e2e.ts'

interface Wallet {
  project_id: string
  wallet_address: string
  total_tokens: string
}

/** A separate wallet for each test, so that totals change only by the test's own credits. */
async function someWallet(caller: Caller, place: number): Promise<Wallet> {
  const { results } = await caller.get<{ results: Wallet[] }>(
    `/wallets?projects=HELIX&limit=1&page=${place}`,
  )
  const [wallet] = results
  if (!wallet) throw new Error('no demo data')
  return wallet
}

const walletOf = async (caller: Caller, { wallet_address: address }: Wallet) =>
  (await caller.get<{ results: Wallet[] }>(`/wallets?projects=HELIX&walletAddress=${address}`))
    .results[0]
const creditsOf = async (caller: Caller, { wallet_address: address }: Wallet) =>
  (
    await caller.get<{ results: { tokens: string; reason: string }[] }>(
      `/manual-transactions?projects=HELIX&wallet_address=${address}`,
    )
  ).results

const CREDITS = '**/v1/wallets/**/transactions/manual'

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Add Tokens' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Tokens' })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Opens User Search on a wallet that no other test uses, with an API client. */
async function start(page: Page, app: RunningApp, openAs: OpenAs, place: number) {
  const caller = await signInCaller(app, 'admin@saleroom.example')
  const wallet = await someWallet(caller, place)
  const address = `/users?projects=HELIX&walletAddress=${wallet.wallet_address}`
  await openAs(page, 'admin@saleroom.example', address)
  return { caller, wallet, before: await creditsOf(caller, wallet) }
}

test(
  'Tokens are credited: the whole address is shown, the total moves by exactly that',
  PHONE,
  async ({ page, app, openAs, expectAccessible }) => {
    const { caller, wallet, before } = await start(page, app, openAs, 101)
    const dialog = await openDialog(page)
    await expect(dialog.getByRole('img', { name: wallet.wallet_address })).toBeVisible()
    await dialog.getByLabel('Tokens').fill('1,234,567.000000000000000001')
    await dialog.getByLabel('Reason').fill('Compensation for ticket 4182')
    await expect(dialog.getByText('+1,234,567.000000000000000001')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Add Tokens' }).dblclick()
    await expect(page.getByText('Successfully added tokens').first()).toBeVisible()
    await expect(dialog).toBeHidden()

    const after = await creditsOf(caller, wallet)
    expect(after).toHaveLength(before.length + 1)
    expect(after[0]).toMatchObject({
      tokens: '1234567.000000000000000001',
      reason: 'Compensation for ticket 4182',
    })
    const now = await walletOf(caller, wallet)
    const scaled = (tokens: string) => {
      const [whole = '', places = ''] = tokens.split('.')
      return BigInt(whole + places.padEnd(18, '0'))
    }
    expect(scaled(now?.total_tokens ?? '') - scaled(wallet.total_tokens)).toBe(
      scaled('1234567.000000000000000001'),
    )
    await expect(page.getByTitle(now?.total_tokens ?? '', { exact: true })).toBeVisible()
  },
)

test(
  'A credit says what is wrong with it and sends nothing',
  ALL,
  async ({ page, app, openAs }) => {
    const { caller, wallet, before } = await start(page, app, openAs, 102)
    const dialog = await openDialog(page)
    await dialog.getByRole('button', { name: 'Add Tokens' }).click()
    await expect(dialog.getByText('Enter an amount')).toBeVisible()
    await expect(dialog.getByText('Must be at least 4 characters')).toBeVisible()
    await dialog.getByLabel('Tokens').fill('-1')
    await expect(dialog.getByText('Must be greater than or equal to 0')).toBeVisible()
    await dialog.getByLabel('Reason').fill('four')
    await dialog.getByLabel('Reason').press('Enter')
    expect(await creditsOf(caller, wallet)).toEqual(before)
  },
)

test(
  'A credit whose answer is lost is found out about, and is not made twice',
  ALL,
  async ({ page, app, openAs, allowConsole }) => {
    allowConsole(/ERR_FAILED|ERR_/)
    const { caller, wallet, before } = await start(page, app, openAs, 103)
    const keys = new Set<string | undefined>()
    let isFirst = true
    await page.route(CREDITS, async (route: Route) => {
      keys.add(route.request().headers()['idempotency-key'])
      if (!isFirst) return route.continue()
      isFirst = false
      // The server executes it, and the response is lost.
      await route.fetch()
      return route.abort()
    })
    const dialog = await openDialog(page)
    await dialog.getByLabel('Tokens').fill('500')
    await dialog.getByLabel('Reason').fill('A lost answer')
    await dialog.getByRole('button', { name: 'Add Tokens' }).click()
    await expect(dialog.getByText('Checking whether the tokens were added')).toBeVisible()
    await expect(page.getByText('Successfully added tokens').first()).toBeVisible()
    await expect(dialog).toBeHidden()
    expect(await creditsOf(caller, wallet)).toHaveLength(before.length + 1)
    expect(keys.size).toBe(1)
    expect([...keys][0]).toMatch(/^[0-9a-f]{32}$/)
  },
)

test('A credit that nobody answers for stays in question, with what was typed, until it is known', async ({
  page,
  app,
  openAs,
  allowConsole,
  expectAccessible,
}) => {
  allowConsole(/ERR_FAILED/)
  const { caller, wallet, before } = await start(page, app, openAs, 104)
  await page.route(CREDITS, (route) => route.abort())
  const dialog = await openDialog(page)
  await dialog.getByLabel('Tokens').fill('750.5')
  await dialog.getByLabel('Reason').fill('A long silence')
  await dialog.getByRole('button', { name: 'Add Tokens' }).click()
  await expect(dialog.getByText('The server has not confirmed')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Add Tokens' })).toHaveCount(0)
  await expectAccessible(page)
  // Closing and opening the dialog continues with the same credit, not with a new one.
  await dialog.getByRole('button', { name: 'Check later' }).click()
  await endRoutes(page)
  await page.getByRole('button', { name: 'Add Tokens' }).click()
  await expect(page.getByText('Successfully added tokens').first()).toBeVisible()
  const after = await creditsOf(caller, wallet)
  expect(after).toHaveLength(before.length + 1)
  expect(after[0]).toMatchObject({ tokens: '750.5', reason: 'A long silence' })
})

test(
  'A refused credit says why, keeps what was typed, and can be sent again',
  ALL,
  async ({ page, app, openAs, allowConsole }) => {
    allowConsole(/status of (429|500)/)
    const { caller, wallet, before } = await start(page, app, openAs, 105)
    const dialog = await openDialog(page)
    await dialog.getByLabel('Tokens').fill('9')
    await dialog.getByLabel('Reason').fill('Third time lucky')
    for (const [status, message] of [
      [500, 'Internal server error'],
      [429, 'Too many requests'],
    ] as const) {
      await page.route(CREDITS, (route) =>
        route.fulfill({ status, json: { code: status, message } }),
      )
      await dialog.getByRole('button', { name: 'Add Tokens' }).click()
      await expect(page.getByRole('alert').filter({ hasText: message }).first()).toBeVisible()
      await expect(dialog.getByLabel('Tokens')).toHaveValue('9')
      await endRoutes(page)
    }
    await dialog.getByRole('button', { name: 'Add Tokens' }).click()
    await expect(page.getByText('Successfully added tokens').first()).toBeVisible()
    expect(await creditsOf(caller, wallet)).toHaveLength(before.length + 1)
  },
)

test(
  'Half an answer and a page of a proxy are no proof: the credit is checked, not repeated',
  // src/app/screen-errors.test.tsx covers every error of every action without a browser.
  LONG,
  async ({ page, app, openAs }) => {
    const { caller, wallet, before } = await start(page, app, openAs, 106)
    const answers = [
      { contentType: 'application/json', body: '{"id":"1","tok' },
      { contentType: 'text/html', body: '<!doctype html><p>Please wait' },
    ]
    await page.route(CREDITS, async (route) => {
      const answer = answers.shift()
      if (!answer) return route.continue()
      await route.fetch()
      return route.fulfill({ status: 201, ...answer })
    })
    const dialog = await openDialog(page)
    await dialog.getByLabel('Tokens').fill('3')
    await dialog.getByLabel('Reason').fill('Half an answer')
    await dialog.getByLabel('Reason').press('Enter')
    await expect(page.getByText('Successfully added tokens').first()).toBeVisible()
    expect(await creditsOf(caller, wallet)).toHaveLength(before.length + 1)
  },
)

test(
  'A referral override is set, clamped, rejected and cleared',
  ALL,
  async ({ page, app, openAs, expectAccessible }) => {
    await start(page, app, openAs, 107)
    await page.getByRole('button', { name: 'Show details' }).click()
    const spend = page.getByRole('textbox', { name: 'Minimum referral spend' })
    const payout = page.getByRole('textbox', { name: 'Referral payout percentage' })
    const save = (field: string) => page.getByRole('button', { name: `Save ${field}` })
    await expectAccessible(page)

    await payout.fill('250')
    await expect(payout).toHaveValue('100')
    await payout.fill('-3')
    await expect(payout).toHaveValue('0')
    await payout.fill('abc')
    await save('Referral payout percentage').click()
    await expect(page.getByText('Invalid number')).toBeVisible()
    // No wallet of the demo data has it.
    await payout.fill('7.25')
    await save('Referral payout percentage').click()
    await expect(page.getByText('Successfully update').first()).toBeVisible()
    await expect(save('Referral payout percentage')).toBeDisabled()

    await spend.fill('1.2.3')
    await spend.press('Enter')
    await expect(page.getByText('Invalid number')).toBeVisible()
    await spend.fill('250.50')
    await spend.press('Enter')
    await expect(spend).toHaveValue('250.5')
    await page.reload()
    await page.getByRole('button', { name: 'Show details' }).click()
    await expect(spend).toHaveValue('250.5')
    await expect(payout).toHaveValue('7.25')

    for (const [box, field] of [
      [spend, 'Minimum referral spend'],
      [payout, 'Referral payout percentage'],
    ] as const) {
      await box.fill('')
      await save(field).click()
      await expect(save(field)).toBeDisabled()
      await expect(box).toHaveAttribute('placeholder', 'Default')
    }
  },
)

test(
  'Offline, every action is rejected and shows the reason',
  ALL,
  async ({ page, app, context, openAs, allowConsole }) => {
    allowConsole(/ERR_INTERNET_DISCONNECTED/)
    await start(page, app, openAs, 108)
    const add = page.getByRole('button', { name: 'Add Tokens' })
    await expect(add).toBeEnabled()
    await context.setOffline(true)
    await expect(add).toHaveAttribute('aria-disabled', 'true')
    // After a key press :focus-visible applies.
    await page.keyboard.press('Tab')
    await add.focus()
    await expect(page.getByText('You are offline. Nothing was sent.')).toBeVisible()
    await context.setOffline(false)
    await expect(add).not.toHaveAttribute('aria-disabled', 'true')

    // In an open dialog, by Enter and by a click.
    await add.click()
    const dialog = page.getByRole('dialog', { name: 'Add Tokens' })
    await dialog.getByLabel('Tokens').fill('5')
    await dialog.getByLabel('Reason').fill('Typed on a train')
    const send = dialog.getByRole('button', { name: 'Add Tokens' })
    const refusal = page.getByRole('alert').getByText('You are offline. Nothing was sent.')
    await context.setOffline(true)
    await expect(send).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByLabel('Reason').press('Enter')
    await expect(refusal).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(refusal).toBeHidden()
    await send.click({ force: true })
    await expect(refusal).toBeVisible()
    // Typed input is not sent by mistake.
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toBeHidden()
    await page.mouse.click(4, 4)
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(dialog.getByLabel('Reason')).toHaveValue('Typed on a train')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(dialog).toBeHidden()
    await context.setOffline(false)
  },
)
