import type { Locator, Page } from '@playwright/test'
import { addPurchase } from '#tests/support/journeys/e2e-sale.ts'
import { ALL_PHONE, expect, test } from '#tests/support/journeys/e2e.ts'
import { keyboardOf } from '#tests/support/screens/keyboard.ts'
import { tap } from '#tests/support/screens/touch.ts'

// "I paid, where are my tokens?" The purchase is pending, and staff credit it. Before there were a
// search and record pages it took nine steps to the open dialog: Transactions, paste, search, copy the
// address, User Search, paste, search, expand, Add Tokens. Counted alike it takes four: the search,
// paste, the purchase, Credit this purchase. To send the credit is one more step, then and now.

const ADMIN = 'admin@saleroom.example'
const MOST_STEPS = 4

const search = (page: Page) => page.getByRole('combobox', { name: 'Search everything' })
const found = (page: Page) =>
  page.getByRole('group', { name: 'Transactions of this wallet' }).getByRole('option')
const creditButton = (page: Page) => page.getByRole('button', { name: 'Credit this purchase' })
const warning = (page: Page) =>
  page.getByRole('alertdialog', { name: 'Credit a pending purchase?' })

/** A journey with its steps counted. */
function countSteps() {
  let count = 0
  return {
    step: async (act: () => Promise<void>) => {
      count += 1
      await act()
    },
    count: () => count,
  }
}

async function expectCredited(page: Page) {
  await expect(warning(page)).toBeHidden()
  await expect(page.getByText('Successfully added tokens').first()).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Credits' }).getByRole('link', { name: /^Credit/ }),
  ).toBeVisible()
}

test(
  'From Home, a pending purchase is found and its credit opened in four steps, with mouse or finger',
  ALL_PHONE,
  async ({ page, app, openAs, isMobile }) => {
    const purchase = await addPurchase(app, 'pending')
    await openAs(page, ADMIN, '/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Home')
    const act = (target: Locator) => (isMobile ? tap(target) : target.click())
    const { step, count } = countSteps()
    await step(() => act(page.getByRole('button', { name: 'Search everything' })))
    await expect(search(page)).toBeFocused()
    await step(() => page.keyboard.insertText(purchase.address))
    await step(() => act(found(page).first()))
    await step(() => act(creditButton(page)))
    await expect(warning(page).getByText('the wallet would then get both')).toBeVisible()
    expect(count()).toBeLessThanOrEqual(MOST_STEPS)
    await act(warning(page).getByRole('button', { name: 'Add Tokens' }))
    await expectCredited(page)
  },
)

test('A pending purchase is found and its credit opened in four steps by keyboard alone', async ({
  page,
  app,
  openAs,
}) => {
  const purchase = await addPurchase(app, 'pending')
  await openAs(page, ADMIN, '/bonus-codes')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bonus Codes')
  await expect(page.getByRole('button', { name: 'Search everything' })).toBeVisible()
  const keyboard = keyboardOf(page)
  const { step, count } = countSteps()
  await step(() => page.keyboard.press('Control+k'))
  await expect(search(page)).toBeFocused()
  await step(() => page.keyboard.insertText(purchase.address))
  await expect(found(page).first()).toBeVisible()
  await step(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(found(page).first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
  })
  await expect(creditButton(page)).toBeVisible()
  await step(() => keyboard.press(creditButton(page)))
  await keyboard.isAt(warning(page).getByLabel('Tokens'))
  expect(count()).toBeLessThanOrEqual(MOST_STEPS)
  await page.keyboard.press('Enter')
  await expectCredited(page)
})

const byText = (page: Page, name: string) => page.getByRole('dialog', { name })

test(
  'A refunded purchase is found and voided in six steps, and restored on its page',
  ALL_PHONE,
  async ({ page, app, openAs, isMobile, expectAccessible }) => {
    const purchase = await addPurchase(app, 'completed')
    await openAs(page, ADMIN, '/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Home')
    const act = (target: Locator) => (isMobile ? tap(target) : target.click())
    const { step, count } = countSteps()
    await step(() => act(page.getByRole('button', { name: 'Search everything' })))
    await expect(search(page)).toBeFocused()
    await step(() => page.keyboard.insertText(purchase.address))
    await step(() => act(found(page).first()))
    await step(() => act(page.getByRole('button', { name: 'Void', exact: true })))
    const dialog = byText(page, 'Void purchase')
    await expect(dialog).toContainText('Home loses $2,567.00')
    await expect(dialog).toContainText('loses 106,958.330000000000000001 HELIX')
    await expectAccessible(page)
    await step(() => dialog.getByLabel('Reason').fill('Refunded, ticket 4182'))
    await step(() => dialog.getByLabel('Reason').press('Control+Enter'))
    expect(count()).toBeLessThanOrEqual(6)
    await expect(dialog).toBeHidden()
    await expect(page.getByText('This purchase is voided and counts nowhere.')).toBeVisible()
    await expectAccessible(page)

    await page.goto(app.url + purchase.walletPath)
    await expect(page.getByText('Voided a purchase')).toBeVisible()
    await expect(page.getByText('Voided', { exact: true })).toBeVisible()

    await page.goto(app.url + purchase.path)
    await act(page.getByRole('button', { name: 'Restore' }))
    const restore = byText(page, 'Restore purchase')
    await expect(restore).toContainText('Home gains $2,567.00')
    await restore.getByLabel('Reason').fill('The refund failed')
    await act(restore.getByRole('button', { name: 'Restore' }))
    await expect(restore).toBeHidden()
    await expect(page.getByRole('button', { name: 'Void', exact: true })).toBeVisible()
  },
)

test(
  'A wallet whose key is lost gets a successor, which both pages name',
  ALL_PHONE,
  async ({ page, app, openAs, isMobile, expectAccessible }) => {
    const [old, next] = [await addPurchase(app, 'completed'), await addPurchase(app, 'completed')]
    await openAs(page, ADMIN, old.walletPath)
    const act = (target: Locator) => (isMobile ? tap(target) : target.click())
    await act(page.getByRole('button', { name: 'Set successor' }))
    const dialog = byText(page, 'Set successor')
    await dialog.getByLabel('New wallet').fill(next.address)
    await dialog.getByLabel('Reason').fill('The buyer lost the key')
    await expectAccessible(page)
    await act(dialog.getByRole('button', { name: 'Set successor' }))
    await expect(dialog).toBeHidden()
    await act(
      page.getByRole('region', { name: 'Wallet' }).getByRole('link', { name: next.address }),
    )
    await expect(page.getByText('Successor of')).toBeVisible()
    await expect(page.getByRole('link', { name: old.address }).first()).toBeVisible()
  },
)
