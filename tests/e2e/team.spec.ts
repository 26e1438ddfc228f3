import type { Page } from '@playwright/test'
import { ALL, ALL_PHONE, expect, PHONE, test } from '#tests/support/journeys/e2e.ts'
import { keyboardOf } from '#tests/support/screens/keyboard.ts'

const ADMIN = 'admin@saleroom.example'
const SECRET = 'correct horse battery'

const recordOf = (page: Page, isMobile: boolean, email: string) =>
  page.getByRole(isMobile ? 'article' : 'row').filter({ hasText: email })

async function choose(page: Page, email: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${email}` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

async function logIn(page: Page, url: string, email: string, password: string): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

test(
  'An admin invites a person, who gets in; a new role and a disabled account apply at once',
  PHONE,
  async ({ page, ownApp, openAs, isMobile, browser, expectAccessible, allowConsole }) => {
    allowConsole(/status of 40[13]/)
    const email = 'nadia.berg@saleroom.example'
    await openAs(page, ADMIN, '/team', ownApp)
    await expect(page.getByText('7 people')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Invite' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite to the team' })
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await expect(dialog.getByText('Email must be set')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
    const roles = dialog.getByRole('radiogroup', { name: 'Role' })
    await expect(roles.getByRole('radio', { name: 'User' })).toBeChecked()
    const projects = dialog.getByRole('group', { name: 'Projects' })
    await projects.getByRole('checkbox', { name: 'AURA' }).click()
    await projects.getByRole('checkbox', { name: 'ORBIT' }).click()
    await expect(projects).toContainText('2 of 5')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Send invitation' }).dblclick()

    const issued = page.getByRole('dialog', { name: 'One-time password' })
    await expect(issued).toContainText(email)
    await expectAccessible(page)
    const password = await issued.locator('code').innerText()
    await issued.getByRole('button', { name: 'Done' }).click()
    await expect(issued).toBeHidden()
    const record = recordOf(page, isMobile, email)
    await expect(record).toHaveCount(1)
    await expect(record).toContainText('Invited')
    await expect(record).toContainText('ORBIT')
    await expect(page.getByText('8 people')).toBeVisible()

    const other = await (await browser.newContext()).newPage()
    await logIn(other, ownApp.url, email, password.trim())
    await expect(
      other.getByRole('heading', { level: 1, name: 'Reset your password.' }),
    ).toBeVisible()
    await other.getByLabel('Current Password').fill(password.trim())
    await other.getByLabel('New Password').fill(SECRET)
    await other.getByRole('button', { name: 'Reset password' }).click()
    await expect(other.getByRole('region', { name: 'Transactions' })).toBeVisible()

    await choose(page, email, 'Change role')
    const change = page.getByRole('dialog', { name: 'Change role' })
    await expect(change).toContainText(email)
    await change.getByRole('radio', { name: 'Marketing' }).click()
    await expectAccessible(page)
    await change.getByRole('button', { name: 'Change role' }).click()
    await expect(change).toBeHidden()
    await expect(record).toContainText('Marketing')
    await expect(record).toContainText('Active')
    await other.reload()
    await expect(other.getByRole('region', { name: 'Registrations' })).toBeVisible()
    await expect(other.getByRole('region', { name: 'Transactions' })).toHaveCount(0)

    await choose(page, email, 'Disable')
    const confirm = page.getByRole('alertdialog', { name: `Disable ${email}?` })
    await expect(confirm.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expectAccessible(page)
    await confirm.getByRole('button', { name: 'Disable' }).click()
    await expect(confirm).toBeHidden()
    await expect(record).toContainText('Disabled')
    await other.reload()
    await expect(other).toHaveURL(/\/login/)
    await other.context().close()

    await choose(page, email, 'Enable')
    await expect(page.getByText(`Enabled ${email}`).first()).toBeVisible()
    await expect(record).toContainText('Active')
  },
)

test(
  'Keys alone open the menu, walk it, and change the projects of a person',
  ALL,
  async ({ page, ownApp, openAs }) => {
    const email = 'user@saleroom.example'
    await openAs(page, ADMIN, '/team', ownApp)
    const keys = keyboardOf(page)
    const button = page.getByRole('button', { name: `Actions for ${email}` })
    await expect(button).toBeVisible()
    await keys.press(button)
    const item = (name: string) => page.getByRole('menuitem', { name, exact: true })
    await expect(item('Change role')).toBeFocused()
    await page.keyboard.press('End')
    await expect(item('Disable')).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await expect(item('Change projects')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
    await keys.isAt(button)

    // Tab closes the menu and moves on from its button.
    await page.keyboard.press('Enter')
    await expect(item('Change role')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('menu')).toBeHidden()
    await expect(button).not.toBeFocused()
    await keys.press(button, 'Enter', 'Shift+Tab')
    await expect(item('Change role')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Change projects' })
    await expect(dialog.getByRole('checkbox', { name: 'All projects' })).toBeFocused()
    await keys.press(dialog.getByRole('checkbox', { name: 'HELIX' }), 'Space')
    await keys.press(dialog.getByRole('button', { name: 'Change projects' }))
    await expect(dialog).toBeHidden()
    await keys.isAt(button)
    await expect(recordOf(page, false, email)).toContainText('NOVA')
    await expect(recordOf(page, false, email)).not.toContainText('HELIX')

    const invite = page.getByRole('button', { name: 'Invite' })
    await keys.press(invite)
    const invitation = page.getByRole('dialog', { name: 'Invite to the team' })
    await keys.isAt(invitation.getByLabel('Email'))
    await keys.to(invitation.getByRole('radio', { name: 'User' }))
    await page.keyboard.press('ArrowDown')
    await keys.isAt(invitation.getByRole('radio', { name: 'Client' }))
    await expect(invitation.getByRole('radio', { name: 'Client' })).toBeChecked()
    await page.keyboard.press('Escape')
    await keys.press(page.getByRole('button', { name: 'Discard' }))
    await expect(invitation).toBeHidden()
    await keys.isAt(invite)
  },
)

test(
  'A person is invited only to look, is allowed changes, and only to look again',
  ALL_PHONE,
  async ({ page, ownApp, openAs, isMobile, expectAccessible }) => {
    const email = 'reader@saleroom.example'
    await openAs(page, ADMIN, '/team', ownApp)
    const accountant = recordOf(page, isMobile, 'accountant@saleroom.example')
    await expect(accountant).toContainText(/can only look/i)
    await page.getByRole('button', { name: 'Invite' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite to the team' })
    await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
    const readOnly = dialog.getByRole('switch', { name: 'Can only look' })
    await readOnly.click()
    await dialog.getByRole('radio', { name: 'Admin' }).click()
    await expect(readOnly).toHaveCount(0)
    await dialog.getByRole('radio', { name: 'User' }).click()
    await expect(readOnly).not.toBeChecked()
    await readOnly.click()
    await dialog.getByRole('checkbox', { name: 'AURA' }).click()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    const record = recordOf(page, isMobile, email)
    await expect(record).toContainText(/can only look/i)

    await choose(page, email, 'Allow changes')
    const allow = page.getByRole('alertdialog', { name: `Allow ${email} to change things?` })
    await expectAccessible(page)
    await allow.getByRole('button', { name: 'Allow changes' }).click()
    await expect(page.getByText('Successfully changed person').first()).toBeVisible()
    await expect(record).not.toContainText(/can only look/i)
    await choose(page, email, 'Allow only looking')
    const refuse = page.getByRole('alertdialog', { name: `Allow ${email} only to look?` })
    await refuse.getByRole('button', { name: 'Allow only looking' }).click()
    await expect(record).toContainText(/can only look/i)

    await page.getByRole('button', { name: 'Actions for admin@saleroom.example' }).click()
    await expect(page.getByRole('menuitem', { name: /^Allow/ })).toHaveCount(0)
  },
)
