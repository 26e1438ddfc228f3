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

/** Counted steps of a person with a mouse or a finger, who starts on Home. */
async function startAtHome(page: Page, isMobile: boolean) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Home')
  const act = (target: Locator) => (isMobile ? tap(target) : target.click())
  const { step, count } = countSteps()
  return {
    act,
    step,
    count,
    /** Three steps: the search, the pasted text, what it found. */
    find: async (text: string, option: Locator) => {
      await step(() => act(page.getByRole('button', { name: 'Search everything' })))
      await expect(search(page)).toBeFocused()
      await step(() => page.keyboard.insertText(text))
      await step(() => act(option))
    },
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
    const { act, step, count, find } = await startAtHome(page, isMobile)
    await find(purchase.address, found(page).first())
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
const wallet = (page: Page) => page.getByRole('region', { name: 'Wallet', exact: true })
const inGroup = (page: Page, name: string) =>
  page.getByRole('group', { name, exact: true }).getByRole('option')

test(
  'A refunded purchase is found and voided in six steps, and restored on its page',
  ALL_PHONE,
  async ({ page, app, openAs, isMobile, expectAccessible }) => {
    const purchase = await addPurchase(app, 'completed')
    await openAs(page, ADMIN, '/')
    const { act, step, count, find } = await startAtHome(page, isMobile)
    await find(purchase.address, found(page).first())
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
    await act(page.getByRole('button', { name: 'Search everything' }))
    await page.keyboard.insertText(purchase.address)
    await expect(found(page).first()).toContainText('Voided')
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
  '"I used the wrong wallet": the order is found and its wallet given a successor in eight steps',
  ALL_PHONE,
  async ({ page, app, openAs, isMobile, expectAccessible }) => {
    const [old, next] = [await addPurchase(app, 'completed'), await addPurchase(app, 'completed')]
    await openAs(page, ADMIN, '/')
    const { act, step, count, find } = await startAtHome(page, isMobile)
    await find(old.sourceId, inGroup(page, 'Transactions').first())
    const purchase = page.getByRole('region', { name: 'Transaction', exact: true })
    await step(() => act(purchase.getByRole('link', { name: old.address })))
    await step(() => act(page.getByRole('button', { name: 'Set successor' })))
    const dialog = byText(page, 'Set successor')
    await step(() => dialog.getByLabel('New wallet').fill(next.address))
    await step(() => dialog.getByLabel('Reason').fill('The buyer lost the key'))
    await expectAccessible(page)
    await step(() => act(dialog.getByRole('button', { name: 'Set successor' })))
    expect(count()).toBeLessThanOrEqual(8)
    await expect(dialog).toBeHidden()
    await act(wallet(page).getByRole('link', { name: next.address }))
    await expect(page.getByText('Successor of')).toBeVisible()
    await expect(page.getByRole('link', { name: old.address }).first()).toBeVisible()
  },
)

test(
  '"Where is my bonus?": in three steps the wallet shows its bonuses, or the purchase why it has none',
  ALL_PHONE,
  async ({ page, app, openAs, isMobile, expectAccessible }) => {
    const purchase = await addPurchase(app, 'completed')
    await purchase.earns({ identifier: 'gold', bonus_token_amount: '1250.5' })
    const without = await addPurchase(app, 'pending')
    await openAs(page, ADMIN, '/')
    const first = await startAtHome(page, isMobile)
    await first.find(purchase.address, inGroup(page, 'Wallets').first())
    const timeline = page.getByRole('region', { name: 'Timeline' })
    await expect(timeline.getByText('gold')).toBeVisible()
    await expect(timeline.getByText('1,250.50').first()).toBeVisible()
    expect(first.count()).toBeLessThanOrEqual(3)
    await expectAccessible(page)

    await page.goto(app.url)
    const second = await startAtHome(page, isMobile)
    await second.find(without.address, found(page).first())
    await expect(
      page
        .getByRole('region', { name: 'Bonus transactions' })
        .getByText('Bonuses are given when a purchase completes.'),
    ).toBeVisible()
    expect(second.count()).toBeLessThanOrEqual(3)
  },
)

test(
  '"My referral is missing": the wallet names its referrer in three steps, and the bonus is credited in four more',
  ALL_PHONE,
  async ({ page, app, openAs, isMobile, expectAccessible }) => {
    const purchase = await addPurchase(app, 'completed')
    await openAs(page, ADMIN, '/')
    const { act, step, count, find } = await startAtHome(page, isMobile)
    await find(purchase.address, inGroup(page, 'Wallets').first())
    await expect(wallet(page).getByText('Not Referred')).toBeVisible()
    expect(count()).toBeLessThanOrEqual(3)
    await step(() => act(page.getByRole('button', { name: 'Add Tokens' })))
    const dialog = byText(page, 'Add Tokens')
    await step(() => dialog.getByLabel('Tokens').fill('500'))
    await step(() => dialog.getByLabel('Reason').fill('Referral of ticket 4183'))
    await expectAccessible(page)
    await step(() => act(dialog.getByRole('button', { name: 'Add Tokens' })))
    expect(count()).toBeLessThanOrEqual(7)
    await expect(dialog).toBeHidden()
    const timeline = page.getByRole('region', { name: 'Timeline' })
    await expect(timeline.getByText('Referral of ticket 4183')).toBeVisible()
  },
)

test(
  'A purchase that was credited and completed all the same loses its credit in six steps',
  ALL_PHONE,
  async ({ page, app, openAs, isMobile, expectAccessible }) => {
    const purchase = await addPurchase(app, 'pending')
    const { caller, id, address } = purchase
    await caller.post(
      `/wallets/HELIX/${address}/transactions/manual`,
      { tokens: '106958', reason: 'The site timed out', transaction_id: id },
      { 'idempotency-key': id },
    )
    await purchase.becomes('completed')
    await openAs(page, ADMIN, '/')
    const { act, step, count, find } = await startAtHome(page, isMobile)
    await find(address, found(page).first())
    const credits = page.getByRole('region', { name: 'Credits' })
    await step(() => act(credits.getByRole('button', { name: 'Reverse' })))
    const dialog = byText(page, 'Reverse credit')
    await expect(dialog).toContainText('106,958.00 HELIX')
    await step(() => dialog.getByLabel('Reason').fill('Completed all the same'))
    await expectAccessible(page)
    await step(() => act(dialog.getByRole('button', { name: 'Reverse' })))
    expect(count()).toBeLessThanOrEqual(6)
    await expect(dialog).toBeHidden()
    await expect(credits.getByText('Reversed', { exact: true })).toBeVisible()
    await page.goto(app.url + purchase.walletPath)
    await expect(wallet(page)).toBeVisible()
    await expect(page.getByText('Credited and completed.')).toHaveCount(0)
  },
)
