import { ALL_PHONE, expect, test } from '#tests/support/journeys/e2e.ts'

const ADMIN = 'admin@saleroom.example'
const NO_WALLET = `0x${'0'.repeat(40)}`

test(
  'An empty search, an absent record, opened details, a menu and a dialog with an error are accessible',
  ALL_PHONE,
  async ({ page, openAs, allowConsole, expectAccessible }) => {
    allowConsole(/status of 404/)
    await openAs(page, ADMIN, `/transactions?walletAddress=${NO_WALLET}`)
    await expect(page.getByText('No transactions found')).toBeVisible()
    await expectAccessible(page)
    await page.goto(`/users/HELIX/${NO_WALLET}`)
    await expect(page.getByText('No such wallet')).toBeVisible()
    await expectAccessible(page)
    await page.goto('/users?projects=HELIX')
    await page.getByRole('button', { name: 'Show details' }).first().click()
    await expect(page.getByRole('textbox', { name: 'Minimum referral spend' })).toBeVisible()
    await expectAccessible(page)
    await page.goto('/team')
    await page.getByRole('button', { name: `Actions for ${ADMIN}` }).click()
    await expect(page.getByRole('menuitem', { name: 'Change role' })).toBeDisabled()
    await expectAccessible(page)
    await page.goto('/project-settings?projects=AURA')
    await page.getByRole('button', { name: 'Change terms' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change terms' })
    await dialog.getByLabel('Fee percentage').fill('3.25')
    await dialog.getByRole('button', { name: 'Change terms' }).click()
    await expect(dialog.getByText('Enter a reason')).toBeVisible()
    await expectAccessible(page)
    await page.close({ runBeforeUnload: false })
  },
)
