import { readFile } from 'node:fs/promises'
import { addPurchase } from '#tests/support/journeys/e2e-sale.ts'
import { ALL, ALL_PHONE, expect, inSidebar, test } from '#tests/support/journeys/e2e.ts'

const ADMIN = 'admin@saleroom.example'
const PAGE = '/allocations?project=HELIX'

test(
  'A list is frozen, what has changed since is shown, and its proof is copied',
  ALL_PHONE,
  async ({ page, ownApp, openAs, expectAccessible }) => {
    const before = await addPurchase(ownApp, 'completed', { tokens_bought: '1000.5' })
    await openAs(page, ADMIN, PAGE, ownApp)
    await page.getByRole('button', { name: 'Freeze list', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Freeze list' })
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Freeze list' }).click()
    const ready = page.getByRole('dialog', { name: 'List 1', exact: true })
    await expect(ready).toContainText('List 1 is ready.')
    await expectAccessible(page)
    const downloading = page.waitForEvent('download')
    await ready.getByRole('button', { name: 'Download smallest units CSV' }).click()
    const file = await readFile(await (await downloading).path(), 'utf8')
    expect(file.startsWith('address,amount\r\n')).toBe(true)
    expect(file.toLowerCase()).toContain(`${before.address},1000500000000000000000`)
    await ready.getByRole('button', { name: 'Done' }).click()

    // A new wallet is owed more, and a refund leaves one with nothing.
    const after = await addPurchase(ownApp, 'completed', { tokens_bought: '25.25' })
    await before.becomes('refunded', 'The buyer asked for it.')
    await inSidebar(page, () => page.getByRole('button', { name: 'Refresh' }).click())
    await page.getByRole('button', { name: 'Show the difference' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/ince list 1/)
    await expect(page).toHaveTitle('What has changed since list 1 · Saleroom')
    const more = page.getByRole('region', { name: 'Owed more' })
    const less = page.getByRole('region', { name: 'Owed less' })
    await expect(more).toContainText('+25.25')
    await expect(less).toContainText('−1,000.50')
    const wallets = page.getByRole('region', { name: 'Wallets' })
    await expect(wallets).toContainText('Owed nothing now')
    await expect(wallets).toContainText(/New wallet|Not in list 1/)
    await expectAccessible(page)
    await page.getByRole('radio', { name: 'More' }).click()
    await expect(wallets).not.toContainText('Owed nothing now')
    await expect(wallets.getByRole('link', { name: after.address })).toBeVisible()
    await more.getByRole('button', { name: 'Download CSV of owed more' }).click()
    const saving = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Tokens CSV' }).click()
    const difference = await readFile(await (await saving).path(), 'utf8')
    expect(difference.toLowerCase()).toBe(`address,amount\r\n${after.address},25.25\r\n`)

    await inSidebar(page, () => page.getByRole('switch', { name: 'Privacy mode' }).click())
    await expect(more).not.toContainText('25.25')
    await expect(less.getByRole('button', { name: 'Download CSV of owed less' })).toBeDisabled()
    await inSidebar(page, () => page.getByRole('switch', { name: 'Privacy mode' }).click())

    await page.getByRole('radio', { name: 'Less' }).click()
    await wallets.getByRole('link', { name: before.address }).click()
    const total = page.getByRole('region', { name: 'Total tokens' })
    await expect(total).toContainText('In list 1')
    await expect(total).toContainText('1,000.50 more than now')
    await expect(total.getByRole('button', { name: 'Copy proof of list 1' })).toBeEnabled()
    await expectAccessible(page)
  },
)

test('A list is frozen by the keyboard, from the search', ALL, async ({ page, ownApp, openAs }) => {
  await openAs(page, ADMIN, PAGE, ownApp)
  await expect(page.getByRole('region', { name: 'Tokens owed' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search everything' })).toBeFocused()
  await page.keyboard.type('freeze')
  await expect(page.getByRole('option', { name: /Freeze list/ })).toBeVisible()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Freeze list' })
  await dialog.getByRole('textbox', { name: 'Decimals' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'List 1', exact: true })).toContainText(
    'List 1 is ready.',
  )
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test(
  'Without finance there is no link to allocations, and no page',
  ALL,
  async ({ page, openAs }) => {
    await openAs(page, 'marketing@saleroom.example', '/leads')
    await expect(page.getByRole('link', { name: 'Leads', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Allocations', exact: true })).toBeHidden()
    await page.goto(new URL('/allocations/AURA/1/difference', page.url()).href)
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  },
)
