import { readFile } from 'node:fs/promises'
import { signInCaller } from '#tests/support/journeys/e2e-calls.ts'
import { ALL, expect, test } from '#tests/support/journeys/e2e.ts'
import { keyboardOf } from '#tests/support/screens/keyboard.ts'

const ADMIN = 'admin@saleroom.example'

test(
  'Keys alone credit tokens and change what referrals bring',
  ALL,
  async ({ page, app, openAs }) => {
    const caller = await signInCaller(app, ADMIN)
    const { results } = await caller.get<{ results: { wallet_address: string }[] }>(
      '/wallets?projects=HELIX&limit=1&page=109',
    )
    const wallet = results[0]?.wallet_address ?? ''
    await openAs(page, ADMIN, '/users?projects=HELIX')
    const keys = keyboardOf(page)
    const box = page.getByRole('searchbox', { name: 'Search' })
    await expect(page.getByRole('row')).toHaveCount(21)
    await keys.fill(box, wallet)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('row')).toHaveCount(2)

    const add = page.getByRole('button', { name: 'Add Tokens' })
    await keys.press(add)
    const dialog = page.getByRole('dialog', { name: 'Add Tokens' })
    await keys.isAt(dialog.getByLabel('Tokens', { exact: true }))
    await page.keyboard.type('12')
    await keys.fill(dialog.getByLabel('Reason'), 'By keyboard')
    await keys.press(dialog.getByRole('button', { name: 'Add Tokens' }))
    await expect(page.getByText('Successfully added tokens').first()).toBeVisible()
    await expect(dialog).toBeHidden()
    await keys.isAt(add)

    await keys.press(page.getByRole('button', { name: 'Show details' }), 'Enter', 'Shift+Tab')
    for (const [name, value] of [
      ['Minimum referral spend', '250'],
      ['Referral payout percentage', '7'],
      ['Referral token bonus percentage', '3'],
    ] as const) {
      const field = page.getByRole('textbox', { name })
      const save = page.getByRole('button', { name: `Save ${name}` })
      await keys.fill(field, value)
      await keys.press(save)
      // The field is read-only until the response arrives.
      await expect(field).toBeEditable()
      await expect(save).toBeDisabled()
      await keys.isAt(save)
      await keys.to(field, 'Shift+Tab')
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.press('Delete')
      await page.keyboard.press('Enter')
      await expect(field).toBeEditable()
      await expect(save).toBeDisabled()
      await keys.isAt(field)
      await expect(field).toHaveValue('')
    }

    const main = page.getByRole('navigation', { name: 'Main' })
    await keys.press(main.getByRole('link', { name: 'Manual Transactions' }), 'Enter', 'Shift+Tab')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manual Transactions')
    await keys.fill(box, wallet)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('row').filter({ hasText: 'By keyboard' }).first()).toBeVisible()
    const copy = page.getByRole('button', { name: 'Copy wallet address' }).first()
    await keys.press(copy)
    await keys.isAt(copy)
  },
)

test('Keys alone create a code, find it and disable it', ALL, async ({ page, openAs }) => {
  const code = `KEYS-${Math.random().toString(36).slice(2, 10).toUpperCase()}`
  await openAs(page, ADMIN, '/bonus-codes?projects=AURA')
  const keys = keyboardOf(page)
  const rows = page.getByRole('row')
  await expect(rows.nth(3)).toBeVisible()
  await keys.to(page.getByRole('radio', { name: 'All', exact: true }).last())
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/status=active/)
  await keys.isAt(page.getByRole('radio', { name: 'Active', exact: true }))

  const create = page.getByRole('button', { name: 'Create bonus code' })
  await keys.press(create)
  const dialog = page.getByRole('dialog', { name: 'Create a Bonus Code' })
  const project = dialog.getByRole('combobox', { name: 'Project' })
  await keys.isAt(project)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await keys.isAt(project)
  await expect(project).toContainText('AURA')
  await keys.fill(dialog.getByLabel('Percentage'), '5')
  await keys.press(dialog.getByRole('button', { name: 'Submit' }))
  await keys.isAt(dialog.getByLabel('Code', { exact: true }))
  await page.keyboard.type(code)
  await keys.press(dialog.getByRole('switch', { name: 'Limit the number of uses' }), 'Space')
  await keys.fill(dialog.getByLabel('Max uses'), '3')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Successfully created code')).toBeVisible()
  await keys.isAt(create)

  const mine = rows.filter({ hasText: code })
  const details = mine.getByRole('button', { name: 'Show details' })
  await keys.press(details, 'Enter', 'Shift+Tab')
  const disable = mine.getByRole('button', { name: 'Disable' })
  await keys.press(disable)
  const question = page.getByRole('alertdialog', { name: 'Disable Bonus Code' })
  await keys.isAt(question.getByRole('button', { name: 'Cancel' }))
  await page.keyboard.press('Escape')
  await keys.isAt(disable)
  await page.keyboard.press('Enter')
  await keys.press(question.getByRole('button', { name: 'Disable' }))
  await expect(page.getByText('Successfully disabled bonus code')).toBeVisible()
  // Its button no longer exists, so what is before it in the row has the focus.
  await keys.isAt(mine.getByRole('link', { name: code }))
})

test('Keys alone choose what to export of the leads, and get it', ALL, async ({ page, openAs }) => {
  await openAs(page, ADMIN, '/leads')
  const keys = keyboardOf(page)
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  const open = page.getByRole('button', { name: 'Export' })
  await keys.press(open)
  const dialog = page.getByRole('dialog', { name: 'Export Leads CSV' })
  const all = dialog.getByRole('checkbox', { name: 'All projects' })
  await keys.isAt(all)
  await page.keyboard.press('Space')
  await keys.press(dialog.getByRole('checkbox', { name: 'AURA' }), 'Space')
  await keys.to(dialog.getByRole('button', { name: 'Move Email, position 1 of 2' }))
  await page.keyboard.press('ArrowDown')
  await keys.isAt(dialog.getByRole('button', { name: 'Move Email, position 2 of 2' }))
  await keys.press(dialog.getByRole('checkbox', { name: 'Mobile' }), 'Space', 'Shift+Tab')
  await expect(dialog.getByText('email', { exact: true })).toBeVisible()
  await page.keyboard.press('Space')
  const started = page.waitForEvent('download')
  await keys.press(dialog.getByRole('button', { name: 'Export' }))
  const text = await readFile(await (await started).path(), 'utf8')
  expect(text.split('\r\n')[0]).toBe('\uFEFFmobile,email')
  await keys.isAt(open)
})
