import type { Page } from '@playwright/test'
import { startServer } from '#tests/support/e2e-server.ts'
import { ALL, DEMO_PASSWORD, expect, PHONE, test } from '#tests/support/e2e.ts'
import { keyboardOf } from '#tests/support/keyboard.ts'
import { openSmtp } from '#tests/support/smtp.ts'

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
    await expect(page.getByText('6 people')).toBeVisible()
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
    await expect(page.getByText('7 people')).toBeVisible()

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
  'The own account and the last admin can’t be changed, with the reason',
  ALL,
  async ({ page, openAs, expectAccessible }) => {
    await openAs(page, ADMIN, '/team')
    const own = page.getByRole('button', { name: `Actions for ${ADMIN}` })
    await expect(recordOf(page, false, ADMIN)).toContainText('you')
    await own.click()
    const role = page.getByRole('menuitem', { name: 'Change role' })
    await expect(role).toBeDisabled()
    await role.hover()
    await expect(page.getByRole('tooltip')).toHaveText("The last admin can't be changed")
    await expectAccessible(page)
    await page.mouse.click(600, 700)
    await expect(page.getByRole('menu')).toBeHidden()
    await expect(page.getByText('The last admin cannot be changed or disabled.')).toBeVisible()
  },
)

test(
  'The sessions of a person end, and the person is logged out',
  ALL,
  async ({ page, ownApp, openAs, browser, allowConsole }) => {
    allowConsole(/status of 401/)
    const email = 'client@saleroom.example'
    const other = await (await browser.newContext()).newPage()
    await logIn(other, ownApp.url, email, DEMO_PASSWORD)
    await expect(other.getByRole('region', { name: 'Transactions' })).toBeVisible()
    await openAs(page, ADMIN, '/team', ownApp)
    await expect(recordOf(page, false, email)).toContainText('Now')
    await choose(page, email, 'End sessions')
    const confirm = page.getByRole('alertdialog', { name: `End sessions of ${email}?` })
    await confirm.getByRole('button', { name: 'End sessions' }).click()
    await expect(page.getByText(`Ended the sessions of ${email}`).first()).toBeVisible()
    await other.reload()
    await expect(other).toHaveURL(/\/login/)
    await other.context().close()
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
  'A mailed link sets the password once',
  ALL,
  async ({ page, ownApp, openAs, browser, expectAccessible, allowConsole }) => {
    allowConsole(/status of 400/)
    const email = 'nadia.berg@saleroom.example'
    const smtp = await openSmtp('sale', 'room')
    await ownApp.stop()
    const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'sale@saleroom.example' }
    const server = await startServer({ SALEROOM_DATA: ownApp.folder, ...mail })
    await openAs(page, ADMIN, '/team', { ...server, folder: ownApp.folder })
    await page.getByRole('button', { name: 'Invite' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite to the team' })
    await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
    await dialog.getByRole('radio', { name: 'Admin' }).click()
    await expect(dialog.getByRole('group', { name: 'Projects' })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByText(`Invitation sent to ${email}`).first()).toBeVisible()
    await choose(page, email, 'Send the invitation again')
    await expect.poll(() => smtp.mails.length).toBe(2)
    const [replaced = '', link = ''] = smtp.mails.map(
      (text) => /http:\S+#token=[\w-]+/.exec(text)?.[0] ?? '',
    )

    // Someone who is logged in learns what to do first.
    await page.goto(link)
    await expect(page.getByText(`You are logged in as ${ADMIN}`)).toBeVisible()
    await expect(page).toHaveURL(`${server.url}/set-password`)

    const context = await browser.newContext()
    const other = await context.newPage()
    const open = async (address: string) => {
      await other.goto(address)
      await expect(
        other.getByRole('heading', { level: 1, name: 'Set a new password.' }),
      ).toBeVisible()
      await expect(other).toHaveURL(`${server.url}/set-password`)
      await expect(other).toHaveTitle('Set a new password · Saleroom')
    }
    const submit = async () => {
      await other.getByLabel('New Password').fill(SECRET)
      await other.getByLabel('Repeat Password').fill(SECRET)
      await other.getByRole('button', { name: 'Set password' }).click()
    }
    await open(replaced)
    await expectAccessible(other)
    await submit()
    await expect(other.getByText('ask an admin to send the invitation again')).toBeVisible()
    await expectAccessible(other)
    await other.goto('about:blank')
    await open(link)
    await submit()
    await expect(other).toHaveURL(/\/login$/)
    await expect(other.getByText('Your password is set. Log in with it.').first()).toBeVisible()
    await logIn(other, server.url, email, SECRET)
    await expect(other.getByRole('region', { name: 'Transactions' })).toBeVisible()
    await context.close()
    await page.goto('about:blank')
    await server.stop()
    await smtp.close()
  },
)
