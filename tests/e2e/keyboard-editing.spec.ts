import { pictureFile } from '#tests/support/journeys/e2e-files.ts'
import { ALL, expect, test } from '#tests/support/journeys/e2e.ts'
import { keyboardOf } from '#tests/support/screens/keyboard.ts'

const ADMIN = 'admin@saleroom.example'

test('Keys alone change the settings of a project', ALL, async ({ page, openAs, ownApp }) => {
  await openAs(page, ADMIN, '/project-settings?projects=AURA', ownApp)
  const keys = keyboardOf(page)
  const aura = page.getByRole('region', { name: 'AURA', exact: true })
  await expect(aura.getByLabel('Ticker')).toBeVisible()

  await keys.fill(aura.getByLabel('Ticker'), 'AURX')
  await keys.fill(aura.getByLabel('Website URL'), 'https://aurx.example')
  const upload = aura.getByRole('button', { name: 'Upload' })
  const chosen = page.waitForEvent('filechooser')
  await keys.press(upload)
  await (await chosen).setFiles(await pictureFile('cat.png', 640, 360))
  await expect(page.getByText('Successfully uploaded image')).toBeVisible()
  await keys.isAt(aura.getByRole('button', { name: 'Replace' }))
  await keys.press(aura.getByRole('button', { name: 'Delete' }))
  const question = page.getByRole('alertdialog')
  await keys.isAt(question.getByRole('button', { name: 'Cancel' }))
  await keys.press(question.getByRole('button', { name: 'Delete' }))
  await expect(page.getByText('Successfully deleted image')).toBeVisible()
  await keys.isAt(upload)

  // Tab and Shift+Tab leave the editor.
  const editor = aura.getByRole('textbox', { name: 'Message text' })
  await keys.fill(editor, 'Sold for {')
  await page.keyboard.type('p')
  await expect(page.getByRole('listbox', { name: 'Placeholders' })).toBeVisible()
  await page.keyboard.press('Escape')
  await keys.press(aura.getByRole('button', { name: /^stage_name/ }))
  await keys.isAt(editor)
  await expect(editor).toHaveValue(/\{stage_name\}$/)
  await keys.to(aura.getByLabel('Channel ID'), 'Shift+Tab')

  const rewards = aura.getByRole('switch', { name: 'Staking rewards' })
  await keys.press(rewards, 'Space')
  await keys.isAt(question.getByRole('button', { name: 'Cancel' }))
  await keys.press(question.getByRole('button', { name: 'Disable' }))
  await expect(rewards).not.toBeChecked()
  await keys.isAt(rewards)
  await keys.fill(aura.getByLabel('Token bonus'), '4')
  await keys.fill(aura.getByLabel('List ID'), '7')
  await keys.fill(aura.getByLabel('API key'), 'xkeysib-0000-0000')
  const confirm = aura.getByRole('button', { name: 'Confirm Update' })
  await keys.press(confirm, 'Enter', 'Shift+Tab')
  await expect(page.getByText('Successfully updated data')).toBeVisible()
  await keys.isAt(confirm)
  await page.route('**/brevo/test', (route) => route.fulfill({ json: { ok: true } }))
  const check = aura.getByRole('button', { name: 'Test connection' })
  await keys.press(check)
  await keys.isAt(check)
})
