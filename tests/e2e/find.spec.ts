import { STORAGE_KEYS } from '#src/state/storage.ts'
import { storedTextWith } from '#tests/support/e2e-device.ts'
import { endRoutes } from '#tests/support/e2e-routes.ts'
import { ALL, expect, test } from '#tests/support/e2e.ts'
import {
  failedPurchase,
  findDialog,
  findField,
  findGroup,
  findOption,
  openFind,
  pageReady,
  pageTitle,
} from '#tests/support/find.ts'
import { keyboardOf } from '#tests/support/keyboard.ts'

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
})

test(
  'Enter right after pasting opens the record, and once only',
  ALL,
  async ({ page, openAs, database }) => {
    const purchase = await failedPurchase(database)
    await openAs(page, ADMIN, '/leads')
    await pageReady(page, 'Leads')
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/v1/search', async (route) => {
      await held
      await route.continue()
    })
    // Twice: the dialog opens once, and what is typed next replaces the text.
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Control+k')
    await expect(findField(page)).toBeFocused()
    await page.keyboard.insertText('something else')
    await page.keyboard.press('Control+k')
    await page.keyboard.insertText(`https://etherscan.io/tx/${purchase.transaction_hash}`)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    release()
    await expect(page).toHaveURL(new RegExp(`/transactions/${purchase.project_id}/${purchase.id}`))
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.goBack()
    await pageReady(page, 'Leads')
    await endRoutes(page)
  },
)

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

test(
  'Opened records come first next time, without amounts on the disk, until Logout',
  ALL,
  async ({ page, openAs, database }) => {
    const purchase = await failedPurchase(database)
    await openAs(page, ADMIN, '/')
    await pageReady(page, 'Home')
    await openFind(page)
    await findField(page).fill(purchase.transaction_hash)
    await findOption(page, new RegExp(purchase.transaction_hash)).click()
    await expect(pageTitle(page)).toHaveText(`Transaction ${purchase.id}`)
    await openFind(page)
    // The present page is no recent one.
    await expect(findOption(page, 'Create bonus code')).toBeVisible()
    await expect(findGroup(page, 'Recent')).toBeHidden()
    await findField(page).fill('user search')
    await findOption(page, /^User Search/)
      .first()
      .click()
    await pageReady(page, 'User Search')
    await page.goto('/')
    await pageReady(page, 'Home')
    await openFind(page)
    await expect(findGroup(page, 'Recent').getByRole('option')).toHaveCount(2)
    await expect(findGroup(page, 'Recent').getByRole('option').nth(1)).toContainText(
      purchase.transaction_hash,
    )
    const stored = await page.evaluate((key) => localStorage.getItem(key), STORAGE_KEYS.recents)
    expect(Object.keys(JSON.parse(stored ?? '{}').items[1]).toSorted()).toEqual([
      'at',
      'id',
      'kind',
      'projectId',
      'title',
    ])
    await findField(page).fill('logout')
    await findField(page).press('Enter')
    await expect(page).toHaveURL(/\/login/)
    expect(await page.evaluate((key) => localStorage.getItem(key), STORAGE_KEYS.recents)).toBeNull()
  },
)

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

test('Privacy mode masks the amounts of the results', ALL, async ({ page, openAs, database }) => {
  const purchase = await failedPurchase(database)
  await openAs(page, ADMIN, '/leads')
  await pageReady(page, 'Leads')
  await openFind(page)
  await findField(page).fill('priv')
  await findField(page).press('Enter')
  await expect(findDialog(page)).toBeHidden()
  await openFind(page)
  await expect(findOption(page, 'Privacy mode')).toContainText('On')
  await findField(page).fill(purchase.wallet_address)
  await expect(findGroup(page, 'Transactions of this wallet')).toBeVisible()
  await expect(
    findGroup(page, 'Wallets').getByRole('img', { name: 'Hidden' }).first(),
  ).toBeVisible()
  for (const name of ['Wallets', 'Transactions of this wallet'])
    expect(await findGroup(page, name).innerText()).not.toMatch(/\$|\d,\d{3}|\d\.\d/)
})

test(
  'Marketing finds leads and its pages, and no wallet, purchase or code',
  ALL,
  async ({ page, openAs, database }) => {
    const [purchase] = await database.query<{ wallet_address: string; transaction_hash: string }>(
      `select wallet_address, transaction_hash from transactions
        where project_id = 'AURA' and transaction_hash is not null limit 1`,
    )
    const [lead] = await database.query<{ email: string }>(
      "select email from leads where project_id = 'AURA' and email is not null limit 1",
    )
    const [foreign] = await database.query<{ email: string }>(
      `select email from leads where project_id = 'HELIX' and email not in
        (select email from leads where project_id in ('AURA', 'PYXIS') and email is not null)
        limit 1`,
    )
    if (!purchase || !lead || !foreign) throw new Error('The demo data has no such records')
    await openAs(page, 'marketing@saleroom.example', '/leads')
    await pageReady(page, 'Leads')
    await openFind(page)
    await expect(findOption(page, 'Create banner')).toBeVisible()
    await expect(findOption(page, 'Create bonus code')).toBeHidden()
    await findField(page).fill(lead.email.slice(0, -2))
    await expect(findGroup(page, 'Leads').getByRole('option').first()).toContainText(lead.email)
    for (const text of [purchase.wallet_address, purchase.transaction_hash, foreign.email]) {
      await findField(page).fill(text)
      await expect(
        findDialog(page).getByText('No record matches', { exact: true }).first(),
      ).toBeVisible()
      await expect(findOption(page, /Add Tokens|Copy wallet|Credit/)).toHaveCount(0)
    }
    await findField(page).fill('search')
    await expect(findOption(page, /User Search/)).toHaveCount(0)
  },
)
