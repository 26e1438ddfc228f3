import type { Page } from '@playwright/test'
import { signInCaller, type Caller } from '#tests/support/journeys/e2e-calls.ts'
import { endRoutes } from '#tests/support/journeys/e2e-routes.ts'
import {
  ALL,
  expect,
  LONG,
  PHONE,
  test,
  type OpenAs,
  type RunningApp,
} from '#tests/support/journeys/e2e.ts'

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
    // In its row, and in the total of the list that has only this wallet.
    await expect(page.getByTitle(now?.total_tokens ?? '', { exact: true })).toHaveCount(2)
  },
)

test(
  'A credit that nobody answers for stays in question, with what was typed, until it is known',
  ALL,
  async ({ page, app, openAs, allowConsole, expectAccessible }) => {
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
    await dialog.getByLabel('Reason').press('Control+Enter')
    await expect(page.getByText('Successfully added tokens').first()).toBeVisible()
    expect(await creditsOf(caller, wallet)).toHaveLength(before.length + 1)
  },
)
