import type { Locator, Page } from '@playwright/test'
import { newDevice, signInAt, storedTextWith, untilShellIsKept } from '#tests/support/e2e-device.ts'
import { addPurchase, type OwnPurchase } from '#tests/support/e2e-sale.ts'
import { ALL, expect, inSidebar, PHONE, test } from '#tests/support/e2e.ts'
import { keyboardOf } from '#tests/support/keyboard.ts'
import { expectNoSideways, tap } from '#tests/support/touch.ts'

const ADMIN = 'admin@saleroom.example'
const WARNING = 'This purchase can still complete; the wallet would then get both.'
const TOKENS = '106958.330000000000000001'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const inList = ({ address }: OwnPurchase) => `/transactions?walletAddress=${address}`
/** The credits of the wallet, as the server has them. */
const creditsOf = async ({ caller, address }: OwnPurchase) =>
  (
    await caller.get<{ results: { tokens: string; transaction_id: string; reason: string }[] }>(
      `/manual-transactions?projects=HELIX&wallet_address=${address}`,
    )
  ).results

test(
  'A failed purchase is credited in four steps from the list, and both pages show the credit',
  PHONE,
  async ({ page, app, openAs, expectAccessible, isMobile }) => {
    const purchase = await addPurchase(app, 'failed', { status_reason: 'Reverted on chain' })
    await openAs(page, ADMIN, inList(purchase))
    const act = (target: Locator) => (isMobile ? tap(target) : target.click())

    await act(page.getByRole('link', { name: `Transaction ${purchase.id}` }))
    await expect(page).toHaveURL(new RegExp(`${purchase.path}$`))
    await expect(page.getByText('This purchase failed: Reverted on chain.')).toBeVisible()
    await expect(region(page, 'Status history').getByText('FAILED')).toBeVisible()
    await expectAccessible(page)
    await act(page.getByRole('button', { name: 'Credit this purchase' }))
    const dialog = page.getByRole('dialog', { name: 'Add Tokens' })
    await expect(dialog.getByLabel('Tokens')).toHaveValue(TOKENS)
    await expect(dialog.getByLabel('Reason')).toHaveValue(/^Purchase [\d,]+ failed: Reverted/)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Add Tokens' }).dblclick()
    await expect(page.getByText('Successfully added tokens').first()).toBeVisible()
    await expect(dialog).toBeHidden()

    expect(await creditsOf(purchase)).toMatchObject([
      { tokens: TOKENS, transaction_id: purchase.id },
    ])
    await expect(page.getByText('It was made good by')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Credit this purchase' })).toHaveCount(0)
    await expect(page).not.toHaveURL(/action=/)
    // The button is gone: the focus is not lost with it.
    await expect(page.locator('body')).not.toBeFocused()

    await act(page.getByRole('main').getByRole('link', { name: purchase.address }))
    await expect(page).toHaveTitle(/^Wallet 0x[\da-f]{8}…[\da-f]{4} · Saleroom$/)
    const timeline = region(page, 'Timeline')
    await expect(timeline.getByText('Credited', { exact: true })).toBeVisible()
    await expect(timeline.getByText('Wallet connected')).toBeVisible()
    await expect(timeline.getByText('Reverted on chain.')).toBeVisible()
    const total = region(page, 'Total tokens')
    await expect(total.getByText('106,958.330000000000000001')).toHaveCount(2)
    await expectAccessible(page)
    if (isMobile) await expectNoSideways(page)
  },
)

test(
  'A pending purchase is credited by keyboard alone, after its warning, with the amount typed',
  ALL,
  async ({ page, app, openAs }) => {
    const purchase = await addPurchase(app, 'pending')
    await openAs(page, ADMIN, inList(purchase))
    const keyboard = keyboardOf(page)
    await expect(page.getByRole('link', { name: `Transaction ${purchase.id}` })).toBeVisible()
    await keyboard.press(page.getByRole('link', { name: `Transaction ${purchase.id}` }))
    await expect(page.getByRole('button', { name: 'Credit this purchase' })).toBeVisible()
    await keyboard.press(page.getByRole('button', { name: 'Credit this purchase' }))
    const dialog = page.getByRole('alertdialog', { name: 'Credit a pending purchase?' })
    await expect(dialog.getByText(WARNING)).toBeVisible()
    await keyboard.isAt(dialog.getByLabel('Tokens'))
    // Enter in the field sends it.
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    expect(await creditsOf(purchase)).toMatchObject([{ transaction_id: purchase.id }])
    await expect(region(page, 'Credits').getByRole('link', { name: /^Credit/ })).toBeVisible()
  },
)

test(
  'A second credit is refused in words, and a credited purchase that completes says so on both pages',
  ALL,
  async ({ page, app, openAs, allowConsole }) => {
    allowConsole(/status of 409/)
    const purchase = await addPurchase(app, 'pending')
    await openAs(page, ADMIN, `${purchase.path}?action=credit`)
    const dialog = page.getByRole('alertdialog', { name: 'Credit a pending purchase?' })
    await expect(dialog.getByLabel('Tokens')).toHaveValue(TOKENS)
    // Another person credits it while the dialog is open.
    const body = { reason: 'By another person', tokens: '7', transaction_id: purchase.id }
    await purchase.caller.post(`/wallets/HELIX/${purchase.address}/transactions/manual`, body, {
      'idempotency-key': `second-${purchase.id}`,
    })
    await dialog.getByRole('button', { name: 'Add Tokens' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'credited before' })).toBeVisible()
    await expect(dialog.getByText('This purchase was credited meanwhile.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).not.toHaveURL(/action=/)
    expect(await creditsOf(purchase)).toHaveLength(1)
    await expect(page.getByText('By another person')).toBeVisible()

    await purchase.becomes('completed')
    await inSidebar(page, () => page.getByRole('button', { name: 'Refresh' }).click())
    await expect(page.getByText('Credited and completed.')).toBeVisible()
    await page.goto(purchase.walletPath)
    const notice = page.getByRole('status').filter({ hasText: 'Credited and completed.' })
    await expect(notice.getByRole('link', { name: /^Purchase/ })).toBeVisible()
    const timeline = region(page, 'Timeline')
    await expect(timeline.getByText('Credited and completed')).toBeVisible()
    await expect(region(page, 'Total tokens').getByText('106,965.330000000000000001')).toHaveCount(
      1,
    )
  },
)

test(
  'The total of a wallet with a long history is the sum of its parts, to the last decimal',
  ALL,
  async ({ page, openAs, database }) => {
    const [wallet] = await database.query<{ project_id: string; wallet_address: string }>(
      `select project_id, wallet_address from bonus_transactions
       group by 1, 2 having count(*) > 5 order by count(*) desc, 2 limit 1`,
    )
    if (!wallet) throw new Error('no demo data')
    await openAs(page, ADMIN, `/users/${wallet.project_id}/${wallet.wallet_address}`)
    const total = region(page, 'Total tokens')
    await expect(total.getByText('Tokens bought')).toBeVisible()
    const amounts = await total.locator('dd').allInnerTexts()
    const scaled = amounts.map((text) => {
      const [whole = '', places = ''] = text.replaceAll(',', '').trim().split('.')
      return BigInt(whole + places.padEnd(18, '0'))
    })
    const [bought = 0n, bonuses = 0n, credits = 0n, sum = 0n] = scaled
    expect(bought + bonuses + credits).toBe(sum)
    await expect(region(page, 'Timeline').getByRole('listitem').first()).toBeVisible()
    await page.getByRole('button', { name: 'Show more' }).first().click()
    await expect(region(page, 'Timeline').getByRole('heading', { level: 3 }).nth(5)).toBeVisible()
  },
)

test(
  'What is absent and what may not be seen read the same, on both pages',
  ALL,
  async ({ page, app, openAs, allowConsole, expectAccessible }) => {
    allowConsole(/status of (403|404)/)
    const { address, id } = await addPurchase(app, 'failed')
    await openAs(page, ADMIN, `/users/HELIX/0x${'0'.repeat(40)}`)
    await expect(page.getByText('No such wallet')).toBeVisible()
    await expectAccessible(page)
    for (const path of [`/users/ABSENT/${address}`, `/transactions/ABSENT/${id}`]) {
      await page.goto(path)
      await expect(page.getByText(/^No such/)).toBeVisible()
    }
    await page.goto(`/transactions/HELIX/999999999`)
    await expect(page.getByText('No such transaction')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Transactions Search' }).last().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Transactions Search' })).toBeVisible()
  },
)

test.describe('With the worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('Offline, both pages show what was saved and send nothing, and others say that nothing is saved', async ({
    app,
  }) => {
    const purchase = await addPurchase(app, 'failed', { status_reason: 'Reverted on chain' })
    const device = await newDevice()
    const { page, context } = await device.open()
    await signInAt(page, app.url, ADMIN)
    await untilShellIsKept(page)
    for (const [path, text] of [
      [purchase.walletPath, 'Wallet connected'],
      [purchase.path, 'This purchase failed'],
    ] as const) {
      await page.goto(`${app.url}${path}`)
      await expect(page.getByText(text)).toBeVisible()
    }
    await storedTextWith(page, new RegExp(`transaction_id|${purchase.address}`))
    await storedTextWith(page, /status_reason/)
    await storedTextWith(page, /registration/)
    await context.setOffline(true)
    for (const [path, text, name] of [
      [purchase.walletPath, 'Wallet connected', 'Add Tokens'],
      [purchase.path, 'This purchase failed', 'Credit this purchase'],
    ] as const) {
      await page.goto(`${app.url}${path}`)
      await expect(page.getByText(text)).toBeVisible()
      await expect(page.getByRole('status', { name: 'Offline' })).toContainText(
        /showing data from/i,
      )
      await expect(page.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true')
    }
    await page.goto(`${app.url}/users/HELIX/0x${'1'.repeat(40)}`)
    await expect(
      page.getByText('You are offline, and this wallet was not saved on this device.'),
    ).toBeVisible()
    await device.discard()
  })
})

test('Privacy mode masks both pages and what can be copied', ALL, async ({ page, app, openAs }) => {
  const purchase = await addPurchase(app, 'completed')
  await openAs(page, ADMIN, purchase.walletPath)
  await expect(region(page, 'Total tokens').getByText('106,958').first()).toBeVisible()
  await inSidebar(page, () => page.getByRole('switch', { name: 'Privacy mode' }).click())
  for (const path of [purchase.walletPath, purchase.path]) {
    await page.goto(path)
    await expect(
      page
        .getByRole('main')
        .getByText(/COMPLETED/)
        .first(),
    ).toBeVisible()
    expect(await page.getByRole('main').innerHTML()).not.toMatch(/106,?958|2,?567|0\.85\d*/)
  }
})
