import type { Locator, Page } from '@playwright/test'
import {
  newDevice,
  signInAt,
  storedTextWith,
  untilShellIsKept,
} from '#tests/support/journeys/e2e-device.ts'
import { addPurchase, type OwnPurchase } from '#tests/support/journeys/e2e-sale.ts'
import { ALL, expect, PHONE, test } from '#tests/support/journeys/e2e.ts'
import { expectNoSideways, tap } from '#tests/support/screens/touch.ts'

const ADMIN = 'admin@saleroom.example'
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
    await expect(dialog.getByLabel('Reason')).toHaveValue(/^Transaction [\d,]+ failed: Reverted/)
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

test.describe('With the worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test(
    'Offline, both pages show what was saved and send nothing, and others say that nothing is saved',
    ALL,
    async ({ app }) => {
      const purchase = await addPurchase(app, 'failed', { status_reason: 'Reverted on chain' })
      const device = await newDevice()
      const { page, context } = await device.open()
      await signInAt(page, app.url, ADMIN)
      await untilShellIsKept(page)
      for (const [path, text, stored] of [
        [purchase.walletPath, 'Wallet connected', /timeline/],
        [purchase.path, 'This purchase failed', /status_reason/],
      ] as const) {
        await page.goto(`${app.url}${path}`)
        await expect(page.getByText(text)).toBeVisible()
        // What a page shows is stored a moment later.
        await storedTextWith(page, stored)
      }
      await storedTextWith(page, new RegExp(`transaction_id|${purchase.address}`))
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
    },
  )
})
