import type { Page } from '@playwright/test'
import { ALL, expect, test } from '#tests/support/journeys/e2e.ts'
import {
  failedPurchase,
  findDialog,
  findField,
  findGroup,
  pageReady,
} from '#tests/support/screens/find.ts'
import { expectNoSideways, tap } from '#tests/support/screens/touch.ts'
import { PHONE_DEVICE } from '#tests/support/screens/window-sizes.ts'

test.use(PHONE_DEVICE)

test(
  'A finger alone goes to every page of a phone and does what is done there',
  ALL,
  async ({ page, openAs }) => {
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
    const region = (name: string) => page.getByRole('region', { name, exact: true })
    const dialog = (name: string) => page.getByRole('dialog', { name })
    const goTo = async (name: string) => {
      await tap(button('Open menu'))
      await tap(page.getByRole('link', { name, exact: true }))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
      await expectNoSideways(page)
    }

    await openAs(page, 'admin@saleroom.example', '/?period=month&projects=AURA&projects=HELIX')
    await expect(region('Transactions')).toHaveAttribute('aria-busy', 'false')
    await tap(button('Open menu'))
    await tap(page.getByRole('combobox', { name: 'Projects' }))
    await tap(page.getByRole('option', { name: 'HELIX' }))
    await tap(page.getByRole('combobox', { name: 'Projects' }))
    await tap(page.getByRole('radio', { name: 'Week', exact: true }))
    await tap(page.getByRole('switch', { name: 'Exclude unknown' }))
    await tap(page.getByRole('combobox', { name: 'Time unit' }))
    await tap(page.getByRole('option', { name: 'Hour' }))
    await tap(button('Custom range'))
    const days = dialog('Select date range').getByRole('gridcell').locator('button:not([disabled])')
    await tap(days.first())
    await tap(days.nth(2))
    await tap(dialog('Select date range').getByRole('button', { name: 'Apply' }))
    await expect(page).toHaveURL(/period=custom/)
    await tap(page.getByRole('radio', { name: 'Month', exact: true }))
    await tap(button('Close menu'))
    await tap(region('Transactions').getByRole('radio', { name: 'Transactions' }))
    await tap(region('Transactions').getByRole('button', { name: 'Pie chart' }))
    await tap(region('Countries').getByRole('button', { name: 'Next page' }))
    await tap(region('Countries').getByRole('button', { name: 'Show all' }))
    await tap(dialog('Countries: all').getByRole('button', { name: 'Country' }))
    await tap(dialog('Countries: all').getByRole('button', { name: 'Close' }))
    await tap(region('UTM Plus').getByRole('button', { name: ' / ' }).first())
    await tap(button('Back'))
    await expectNoSideways(page)

    await goTo('Transactions Search')
    await tap(button('Show bonus transactions').first())
    await tap(button('Copy wallet address').first())
    await expect(button('Hide bonus transactions')).toBeVisible()
    await tap(page.getByRole('combobox', { name: 'Status' }))
    await tap(page.getByRole('option', { name: 'Completed' }))
    await tap(page.getByRole('combobox', { name: 'Status' }))
    await expect(page).toHaveURL(/status=completed/)
    await tap(page.getByRole('combobox', { name: 'Sort' }))
    await tap(page.getByRole('option', { name: 'Highest USD first' }))
    await tap(button('Select'))
    await tap(page.getByRole('checkbox', { name: /^Select row/ }).first())
    await tap(button('Copy').first())
    await tap(page.getByRole('toolbar').getByRole('button', { name: 'Clear' }))
    await tap(button('Clear filters'))
    await expectNoSideways(page)

    await goTo('User Search')
    await tap(button('Show details').first())
    await tap(page.getByRole('textbox', { name: 'Minimum referral spend' }))
    await tap(button('Add Tokens').first())
    await tap(dialog('Add Tokens').getByLabel('Tokens', { exact: true }))
    await dialog('Add Tokens').getByLabel('Tokens', { exact: true }).fill('5')
    await dialog('Add Tokens').getByLabel('Reason').fill('Not sent')
    await expect(dialog('Add Tokens').getByText('+5')).toBeVisible()
    await tap(dialog('Add Tokens').getByRole('button', { name: 'Cancel' }))

    await goTo('Manual Transactions')
    await tap(button('Copy wallet address').first())

    await goTo('Bonus Codes')
    const code = `TOUCH-${Math.random().toString(36).slice(2, 10).toUpperCase()}`
    await tap(button('Create bonus code'))
    await tap(dialog('Create a Bonus Code').getByRole('combobox', { name: 'Project' }))
    await tap(page.getByRole('option', { name: 'AURA' }))
    await dialog('Create a Bonus Code').getByLabel('Code', { exact: true }).fill(code)
    await tap(dialog('Create a Bonus Code').getByRole('switch', { name: /^Limit/ }))
    await tap(dialog('Create a Bonus Code').getByRole('button', { name: 'Submit' }))
    const made = page.getByRole('article').filter({ hasText: code })
    await tap(made.getByRole('button', { name: 'Show details' }))
    await tap(made.getByRole('button', { name: 'Disable' }))
    await tap(page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }))
    await expect(made).toContainText('Disabled')
    await tap(page.getByRole('radio', { name: 'Inactive' }))
    await expectNoSideways(page)

    await goTo('Leads')
    await tap(button('Export'))
    await tap(dialog('Export Leads CSV').getByRole('checkbox', { name: 'Mobile' }))
    const file = page.waitForEvent('download')
    await tap(dialog('Export Leads CSV').getByRole('button', { name: 'Export' }))
    expect((await file).suggestedFilename()).toBe('leads.csv')

    await goTo('SEO Scripts')
    const aura = region('AURA')
    await aura.getByRole('textbox', { name: 'Head script' }).fill('<b>by finger</b>')
    await tap(aura.getByRole('radio', { name: 'Preview' }).first())
    await tap(aura.getByRole('radio', { name: 'Edit' }).first())
    await tap(aura.getByRole('button', { name: 'Save' }))
    await expectNoSideways(page)
    await tap(aura.getByRole('button', { name: 'Save' }))
    await expect(page.getByText('Successfully updated scripts')).toBeVisible()

    await goTo('Banners')
    await tap(page.getByRole('combobox', { name: 'Project' }))
    await tap(page.getByRole('option', { name: 'AURA' }))
    await tap(button('Create banner'))
    await tap(dialog('Create a new Banner').getByRole('switch', { name: 'Has click url?' }))
    await tap(dialog('Create a new Banner').getByRole('button', { name: 'Cancel' }))
    await tap(button('Delete').last())
    await tap(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }))

    await goTo('Project Settings')
    const field = aura.getByLabel('Ticker')
    const ticker = await field.inputValue()
    for (const value of ['TOUCH', ticker]) {
      await field.fill(value)
      await tap(button('Confirm Update').filter({ visible: true }))
      await expect(button(/^(Confirm Update|Updating)$/).filter({ visible: true })).toHaveCount(0)
    }
    await expectNoSideways(page)
    await tap(button('Open menu'))
    await tap(button('Logout'))
    await expect(page).toHaveURL(/login/)
    await expectNoSideways(page)
  },
)

/** The links of the page's cards that are too small, or lie over another link or button. */
function linkErrors(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const errors: string[] = []
    for (const card of document.querySelectorAll('article')) {
      const targets = [...card.querySelectorAll('a[href], button')].map((target) => ({
        name: target.textContent || target.getAttribute('aria-label') || '',
        isLink: target.matches('a'),
        box: target.getBoundingClientRect(),
      }))
      targets.forEach(({ name, isLink, box }, at) => {
        if (isLink && Math.min(box.width, box.height) < least)
          errors.push(`${name} is ${box.width} × ${box.height} px`)
        for (const other of targets.slice(at + 1)) {
          const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
          const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
          // Two targets of a line may share the gap between them.
          if (wide > 14 && high > 8) errors.push(`${name} lies over ${other.name}`)
        }
      })
    }
    return [...new Set(errors)]
  }, 43.5)
}

test('On a phone each link of a card is a large target of its own', async ({ page, openAs }) => {
  await openAs(page, 'admin@saleroom.example', '/transactions?status=completed')
  for (const path of [
    '/transactions?status=completed',
    '/users',
    '/manual-transactions',
    '/bonus-codes',
    '/leads',
  ]) {
    await page.goto(path)
    const main = page.getByRole('main')
    await main.getByRole('article').getByRole('button', { expanded: false }).first().click()
    await expect(main.getByRole('article').nth(3)).toBeVisible()
    await expect(main.locator('[aria-busy=true]')).toHaveCount(0)
    expect(await linkErrors(page), path).toEqual([])
  }
})

test('A finger finds a wallet on a phone', async ({ page, openAs, database, expectAccessible }) => {
  const purchase = await failedPurchase(database)
  await openAs(page, 'admin@saleroom.example', '/')
  await pageReady(page, 'Home')
  await tap(page.getByRole('button', { name: 'Search everything' }))
  await expect(findField(page)).toBeFocused()
  await expectAccessible(page)
  await findField(page).fill(purchase.wallet_address)
  const wallet = findGroup(page, 'Wallets').getByRole('option').first()
  await expect(wallet).toBeVisible()
  expect((await wallet.boundingBox())?.height).toBeGreaterThanOrEqual(56)
  await expectNoSideways(page)
  await expectAccessible(page)
  await tap(page.getByRole('button', { name: 'Clear' }))
  await expect(findField(page)).toHaveValue('')
  await expect(findField(page)).toBeFocused()
  await tap(findDialog(page).getByRole('button', { name: 'Close' }))
  await expect(findDialog(page)).toBeHidden()
  await tap(page.getByRole('button', { name: 'Search everything' }))
  await findField(page).fill(purchase.wallet_address)
  await tap(wallet)
  await expect(page).toHaveURL(new RegExp(`/users/${purchase.project_id}/0x`))
})
