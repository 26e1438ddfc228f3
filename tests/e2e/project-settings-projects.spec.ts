import type { Page } from '@playwright/test'
import { ALL_PHONE, expect, inSidebar, test } from '#tests/support/journeys/e2e.ts'

const ADMIN = 'admin@saleroom.example'
const WALLET = `0x${'ab'.repeat(20)}`

const cardOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function add(page: Page, name: string) {
  await page.getByRole('button', { name: 'Add project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a project' })
  await dialog.getByLabel('Name').fill(name)
  return dialog
}

test(
  'An admin adds a project, sets its terms, archives it and restores it',
  ALL_PHONE,
  async ({ page, ownApp, openAs, expectAccessible }) => {
    await openAs(page, ADMIN, '/project-settings?projects=AURA', ownApp)
    await expect(cardOf(page, 'AURA').getByLabel('Ticker')).toBeVisible()
    const dialog = await add(page, 'aura')
    await dialog.getByLabel('Website URL').fill('https://phoenix.example')
    await dialog.getByRole('button', { name: 'Add project' }).click()
    await expect(dialog.getByText('AURA already exists')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel('Name').fill('PHOENIX')
    await dialog.getByRole('button', { name: 'Add project' }).dblclick()
    await expect(page.getByText('Added PHOENIX').first()).toBeVisible()
    await expect(dialog).toBeHidden()

    const card = cardOf(page, 'PHOENIX')
    await card.getByRole('button', { name: 'PHOENIX' }).click()
    await card.getByRole('switch', { name: 'Fee', exact: true }).click()
    await card.getByLabel('Fee percentage').fill('2.9')
    await card.getByRole('button', { name: 'Confirm Update' }).click()
    await expect(card.getByText('Enter a wallet address')).toBeVisible()
    await expect(card.getByLabel('Fee wallet')).toBeFocused()
    await card.getByLabel('Fee wallet').fill(WALLET)
    await card.getByLabel('Ticker').fill('PHX')
    await expectAccessible(page)
    await card.getByRole('button', { name: 'Confirm Update' }).click()
    await expect(page.getByText('Successfully updated terms').first()).toBeVisible()
    await expect(card.getByText(/edited$/)).toBeHidden()
    await page.reload()
    await card.getByRole('button', { name: 'PHOENIX' }).click()
    await expect(card.getByLabel('Fee percentage')).toHaveValue('2.9')
    await expect(card.getByLabel('Ticker')).toHaveValue('PHX')

    await card.getByRole('button', { name: 'Archive project' }).click()
    const confirm = page.getByRole('alertdialog', { name: 'Archive project?' })
    await expect(confirm).toContainText('PHOENIX')
    await confirm.getByRole('button', { name: 'Archive', exact: true }).click()
    await expect(card).toBeHidden()
    const archived = page.getByRole('region', { name: 'Archived projects' })
    await expect(archived).toContainText('PHOENIX')
    await expectAccessible(page)
    await inSidebar(page, async () => {
      await page.getByRole('combobox', { name: 'Projects' }).click()
      await expect(page.getByRole('option', { name: 'AURA' })).toBeVisible()
      await expect(page.getByRole('option', { name: 'PHOENIX' })).toHaveCount(0)
      await page.keyboard.press('Escape')
    })
    await archived.getByRole('button', { name: 'Restore PHOENIX' }).click()
    await expect(card).toBeVisible()
    await expect(archived).toBeHidden()
  },
)
