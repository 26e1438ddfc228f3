import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { signInCaller } from '#tests/support/journeys/e2e-calls.ts'
import { ALL, ALL_PHONE, expect, inSidebar, test } from '#tests/support/journeys/e2e.ts'
import type { RunningApp } from '#tests/support/journeys/e2e.ts'
import { keyboardOf } from '#tests/support/screens/keyboard.ts'

const ADMIN = 'admin@saleroom.example'
const STAFF = 'user@saleroom.example'

/** Credits a wallet of AURA as this person. @returns the wallet's address */
async function credit(app: RunningApp, by: string, tokens: string): Promise<string> {
  const caller = await signInCaller(app, by)
  const { results } = await caller.get<{ results: { wallet_address: string }[] }>(
    '/wallets?projects=AURA&limit=1&page=7',
  )
  const wallet = results[0]?.wallet_address ?? ''
  const body = { tokens, reason: 'The payment arrived late' }
  const headers = { 'idempotency-key': randomUUID() }
  await caller.post(`/wallets/AURA/${wallet}/transactions/manual`, body, headers)
  return wallet
}

const recordOf = (page: Page, isMobile: boolean, text: string | RegExp) =>
  page
    .getByRole('main')
    .getByRole(isMobile ? 'article' : 'row')
    .filter({ hasText: text })

async function choose(page: Page, select: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: select, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test(
  'An admin finds a credit by its person and by search, and reads what it was',
  ALL_PHONE,
  async ({ page, ownApp, openAs, isMobile, expectAccessible }) => {
    const wallet = await credit(ownApp, STAFF, '12000')
    const short = `${wallet.slice(0, 10)}…${wallet.slice(-4)}`
    await openAs(page, ADMIN, '/activity', ownApp)
    await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible()
    const entry = recordOf(page, isMobile, 'Added tokens')
    await expect(entry).toHaveCount(1)
    await expect(entry).toContainText(`12,000.00 to ${short}`)
    await expect(recordOf(page, isMobile, 'Signed in')).not.toHaveCount(0)
    await expectAccessible(page)

    await choose(page, 'Person', STAFF)
    await expect(recordOf(page, isMobile, ADMIN)).toHaveCount(0)
    await expect(entry).toHaveCount(1)
    await choose(page, 'Action', 'Bonus codes')
    await expect(page.getByText('No activity found')).toBeVisible()
    await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
    await choose(page, 'Action', 'Credits')
    await expect(recordOf(page, isMobile, 'Signed in')).toHaveCount(0)
    await expect(page).toHaveURL(/action=credits/)
    await choose(page, 'Person', 'All people')
    await choose(page, 'Action', 'All actions')

    const box = page.getByRole('searchbox', { name: 'Search' })
    await box.fill('x')
    await box.press('Enter')
    await expect(page.getByText('Enter at least 2 characters')).toBeVisible()
    await box.fill(wallet.slice(6, 20).toUpperCase())
    await box.press('Enter')
    await expect(recordOf(page, isMobile, 'Signed in')).toHaveCount(0)
    await expect(entry).toHaveCount(1)
    // A link to the same list, also for a colleague.
    await page.reload()
    await expect(entry).toHaveCount(1)

    await entry.getByRole('button', { name: 'Show details' }).click()
    const difference = page.getByRole('table', { name: 'Before and after' })
    await expect(difference.getByRole('row').filter({ hasText: 'Tokens' })).toContainText(
      '+ 12,000.00',
    )
    await expect(difference).toContainText('The payment arrived late')
    await expectAccessible(page)
    await inSidebar(page, () => page.getByRole('switch', { name: 'Privacy mode' }).click())
    await expect(page.getByRole('main')).not.toContainText('12,000')
  },
)

test('The CSV has the entries that the filters show; offline there is none', async ({
  page,
  ownApp,
  openAs,
  context,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/)
  await credit(ownApp, STAFF, '7')
  await openAs(page, ADMIN, '/activity?action=credits', ownApp)
  await expect(recordOf(page, false, 'Added tokens')).toHaveCount(1)
  const button = page.getByRole('button', { name: 'Download CSV' })
  const started = page.waitForEvent('download')
  await button.click()
  const file = await started
  expect(file.suggestedFilename()).toBe('activity.csv')
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/^id,created_at,actor_id,actor_email,/)
  expect(lines[1]).toContain(`,${STAFF},user,manual_transaction.create,`)

  await context.setOffline(true)
  await expect(page.getByRole('status', { name: 'Offline' })).toBeVisible()
  await expect(button).toBeDisabled()
  // What was loaded stays.
  await expect(recordOf(page, false, 'Added tokens')).toHaveCount(1)
  await context.setOffline(false)
})

test(
  'Settings show who changed them last, with a way to all of it and back',
  ALL_PHONE,
  async ({ page, ownApp, openAs, isMobile, expectAccessible }) => {
    await openAs(page, ADMIN, '/project-settings?projects=AURA', ownApp)
    const card = page.getByRole('region', { name: 'AURA' })
    await card.getByLabel('Ticker').fill('AUR')
    await card.getByRole('button', { name: 'Confirm Update' }).click()
    const panel = card.getByRole('group', { name: 'Activity' })
    await expect(panel).toContainText('Changed project settings 1 field')
    await expectAccessible(page)
    await panel.getByRole('link', { name: 'Show all' }).click()
    await expect(page.getByText('All of it, in every period')).toBeVisible()
    await expect(page.getByRole('group', { name: 'Record' })).toContainText('Project AURA')
    await expect(recordOf(page, isMobile, 'Changed project settings')).toHaveCount(1)
    await expect(recordOf(page, isMobile, 'Signed in')).toHaveCount(0)
    await page.getByRole('button', { name: 'Show details' }).click()
    const ticker = page.getByRole('table', { name: 'Before and after' }).getByRole('row').nth(1)
    await expect(ticker).toContainText('AURA')
    await expect(ticker).toContainText('+ AUR')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Remove Project AURA' }).click()
    await expect(recordOf(page, isMobile, 'Signed in')).not.toHaveCount(0)
    await expect(page).not.toHaveURL(/object/)
  },
)

test('Keys alone filter, search and open an entry', ALL, async ({ page, ownApp, openAs }) => {
  const wallet = await credit(ownApp, STAFF, '3')
  await openAs(page, ADMIN, '/activity', ownApp)
  const keys = keyboardOf(page)
  await expect(recordOf(page, false, 'Added tokens')).toHaveCount(1)
  await keys.fill(page.getByRole('searchbox', { name: 'Search' }), wallet)
  await page.keyboard.press('Enter')
  await expect(recordOf(page, false, 'Signed in')).toHaveCount(0)
  await keys.press(page.getByRole('combobox', { name: 'Action' }))
  const option = (name: string) => page.getByRole('option', { name, exact: true })
  await expect(option('All actions')).toBeVisible()
  await page.keyboard.type('Cre')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/action=credits/)
  await keys.press(page.getByRole('button', { name: 'Show details' }))
  await expect(page.getByRole('table', { name: 'Before and after' })).toBeVisible()
  await keys.isAt(page.getByRole('button', { name: 'Hide details' }))
})
