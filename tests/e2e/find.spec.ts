import { storedTextWith } from '#tests/support/journeys/e2e-device.ts'
import { expect, test } from '#tests/support/journeys/e2e.ts'
import {
  failedPurchase,
  findDialog,
  findField,
  findGroup,
  findOption,
  openFind,
  pageReady,
  pageTitle,
} from '#tests/support/screens/find.ts'
import { keyboardOf } from '#tests/support/screens/keyboard.ts'

const ADMIN = 'admin@saleroom.example'

test('The keyboard alone opens a buyer’s wallet from a field of any page, and the focus returns', async ({
  page,
  openAs,
  database,
  expectAccessible,
}) => {
  const purchase = await failedPurchase(database)
  const keyboard = keyboardOf(page)
  await openAs(page, ADMIN, '/transactions')
  await pageReady(page, 'Transactions Search')
  const box = page.getByRole('searchbox', { name: 'Search' })
  await box.focus()

  await page.keyboard.press('Control+k')
  await expect(findField(page)).toBeFocused()
  await expect(findOption(page, 'Create bonus code')).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(findDialog(page)).toBeHidden()
  await expect(box).toBeFocused()

  await page.keyboard.press('Control+k')
  await page.keyboard.insertText(`“${purchase.wallet_address}”`)
  await expect(findGroup(page, 'Wallets').getByRole('option').first()).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(findGroup(page, 'Transactions of this wallet')).toBeVisible()
  await expect(findDialog(page).getByText('Recognised as an address')).toBeVisible()
  await expectAccessible(page)
  // The chosen option is always in view.
  await page.keyboard.press('End')
  await expect(findOption(page, 'Copy wallet address')).toHaveAttribute('aria-selected', 'true')
  await expect(findOption(page, 'Copy wallet address')).toBeInViewport()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowUp')
  await expect(findOption(page, 'Copy wallet address')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(
    new RegExp(`/users/${purchase.project_id}/${purchase.wallet_address}`),
  )
  await expect(findDialog(page)).toBeHidden()
  await keyboard.isAt(pageTitle(page))
  // A ring would say that it can be pressed.
  await expect(pageTitle(page)).toHaveCSS('outline-style', 'none')
  await expect(pageTitle(page)).toHaveCSS('box-shadow', 'none')
})

test('A mouse opens results here and in new tabs', async ({ page, context, openAs, database }) => {
  const [code] = await database.query<{ code: string; id: string; project_id: string }>(
    'select code, id, project_id from bonus_codes order by created_at desc, id desc limit 1',
  )
  if (code === undefined) throw new Error('The demo data has no bonus code')
  await openAs(page, ADMIN, '/')
  await pageReady(page, 'Home')
  await openFind(page)
  await findField(page).fill(code.code.toLowerCase())
  const found = findGroup(page, 'Bonus codes').getByRole('option').first()
  await expect(found).toContainText(code.code)
  await expect(findDialog(page).getByText('All projects')).toBeVisible()

  for (const click of [
    () => found.click({ button: 'middle' }),
    () => found.click({ modifiers: ['ControlOrMeta'] }),
  ]) {
    const opening = context.waitForEvent('page')
    await click()
    const tab = await opening
    await expect(tab).toHaveURL(new RegExp(`/bonus-codes/${code.project_id}/${code.id}$`))
    await tab.close()
    await expect(findDialog(page)).toBeVisible()
  }
  await page.bringToFront()
  const opening = context.waitForEvent('page')
  await findField(page).press('Control+Enter')
  await (await opening).close()

  await found.click()
  await expect(page).toHaveURL(new RegExp(`/bonus-codes/${code.project_id}/${code.id}$`))
  await expect(findDialog(page)).toBeHidden()

  // A click beside the dialog closes it; the focus returns to the button.
  await openFind(page)
  await page.mouse.click(8, 8)
  await expect(findDialog(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Search everything' })).toBeFocused()
})

test('Offline it finds what this device holds, and says so', async ({
  page,
  context,
  openAs,
  database,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  const [code] = await database.query<{ code: string }>(
    'select code from bonus_codes order by created_at desc, id desc limit 1',
  )
  if (code === undefined) throw new Error('The demo data has no bonus code')
  await openAs(page, ADMIN, '/bonus-codes')
  await expect(page.getByText(code.code).first()).toBeVisible()
  await storedTextWith(page, new RegExp(code.code))
  // Another start of the app: the codes are on the disk, not in memory.
  await page.goto('/leads')
  await pageReady(page, 'Leads')
  await openFind(page)
  await context.setOffline(true)
  await expect(
    findDialog(page).getByText('Offline: pages, actions and saved records'),
  ).toBeVisible()
  await findField(page).fill(code.code.slice(0, 6))
  await expect(findOption(page, new RegExp(code.code))).toBeVisible()
  await findField(page).fill('privacy')
  await expect(findOption(page, /Privacy mode/)).toBeVisible()
  await findField(page).fill('banners')
  await expect(findOption(page, /Banners/)).toBeVisible()
  await context.setOffline(false)
})
