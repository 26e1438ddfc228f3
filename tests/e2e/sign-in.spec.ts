import type { Page } from '@playwright/test'
import { openSmtp } from '#tests/support/calls/smtp.ts'
import {
  addAuthenticator,
  addFirstPasskey,
  codeOf,
  startAtLocalhost,
  turnOnTotp,
} from '#tests/support/journeys/e2e-factors.ts'
import {
  ALL,
  ALL_PHONE,
  closePages,
  DEMO_PASSWORD,
  expect,
  PHONE,
  test,
} from '#tests/support/journeys/e2e.ts'
import { layoutErrors } from '#tests/support/screens/layout-errors.ts'

const EMAIL = 'user@saleroom.example'
const ADMIN = 'admin@saleroom.example'
const SECRET = 'correct horse battery staple'
const PERIOD_MS = 30_000
const WIDTHS = [320, 390, 850, 851, 1280, 2560]

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const title = (page: Page) => page.getByRole('heading', { level: 1 })

async function fillLogin(page: Page, email: string, password = DEMO_PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Login').click()
}
async function logOut(page: Page): Promise<void> {
  await button(page, 'Logout').click()
  await expect(title(page)).toHaveText('Login to your account.')
}
/** The page has no layout errors at any width. */
async function expectFits(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    // Lists follow the width with a short delay.
    await expect.poll(() => layoutErrors(page), { message: `at ${width} px` }).toEqual([])
  }
  if (before) await page.setViewportSize(before)
}

test(
  'A forgotten password is replaced by a mailed link, which works once',
  PHONE,
  async ({ page, expectAccessible, allowConsole }) => {
    allowConsole(/status of 40[01]/)
    const smtp = await openSmtp('sale', 'room')
    const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'sale@saleroom.example' }
    const app = await startAtLocalhost(mail)
    try {
      await page.goto(`${app.url}/login`)
      await page.getByLabel('Email').fill(EMAIL)
      await link(page, 'Forgot password?').click()
      await expect(title(page)).toHaveText('Forgot your password?')
      await expect(title(page)).toBeFocused()
      await expect(page).toHaveTitle('Forgot password · Saleroom')
      await expect(page).toHaveURL(`${app.url}/forgot-password`)
      await expect(page.getByLabel('Email')).toHaveValue(EMAIL)
      await expectAccessible(page)
      await expectFits(page)
      await button(page, 'Send the link').click()
      await expect(title(page)).toHaveText('Look in your mail.')
      await expect(title(page)).toBeFocused()
      await expect(page.getByText(`If ${EMAIL} has an account`)).toBeVisible()
      await expect(page.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled()
      await expectAccessible(page)
      await expectFits(page)

      await expect.poll(() => smtp.mails.length).toBe(1)
      const address = /http:\S+#token=[\w-]+/.exec(smtp.mails[0] ?? '')?.[0] ?? ''
      await page.goto(address)
      await expect(title(page)).toHaveText('Set a new password.')
      await expect(page).toHaveURL(`${app.url}/set-password`)
      await page.getByLabel('New Password').fill(SECRET)
      await expect(page.getByText(/^(Good|Strong)\./)).toBeVisible()
      await expectAccessible(page)
      await expectFits(page)
      await page.getByLabel('Repeat Password').fill(SECRET)
      await button(page, 'Set password').click()
      await expect(page.getByText('Your password is set. Log in with it.').first()).toBeVisible()
      await fillLogin(page, EMAIL)
      await expect(page.getByText('Incorrect email or password').first()).toBeVisible()
      await fillLogin(page, EMAIL, SECRET)
      await expect(title(page)).toHaveText('Home')

      const other = await page.context().newPage()
      await page.close()
      await other.context().clearCookies()
      await other.goto(`${app.url}/`)
      await other.evaluate(() => localStorage.clear())
      await other.evaluate(async () => {
        for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '')
      })
      await other.goto('about:blank')
      await other.goto(address)
      await other.getByLabel('New Password').fill(`${SECRET}!`)
      await other.getByLabel('Repeat Password').fill(`${SECRET}!`)
      await button(other, 'Set password').click()
      await expect(other.getByText('This link has expired or was used already.')).toBeVisible()
      await expectAccessible(other)
      await link(other, 'Get a new link').click()
      await expect(title(other)).toHaveText('Forgot your password?')
      await link(other, 'Back to login').click()
      await expect(title(other)).toHaveText('Login to your account.')
    } finally {
      await closePages(page.context())
      await app.stop()
      await smtp.close()
    }
  },
)

test('A passkey, a code and a recovery code each finish a login', async ({
  page,
  openAs,
  expectAccessible,
  allowConsole,
}) => {
  allowConsole(/status of 40[013]/)
  const app = await startAtLocalhost()
  try {
    const device = await addAuthenticator(page)
    await openAs(page, EMAIL, '/account', app)
    const [firstCode = ''] = await addFirstPasskey(page)
    const key = await turnOnTotp(page)
    await expect(button(page, 'Turn off')).toBeVisible()
    await logOut(page)

    // The passkey alone.
    await device.setTouched(false)
    await button(page, 'Login with a passkey').click()
    await expect(page.getByRole('status').filter({ hasText: 'not used' })).toBeVisible()
    await device.setTouched(true)
    await expectAccessible(page)
    await button(page, 'Login with a passkey').click()
    await expect(page.getByText('Successfully logged in').first()).toBeVisible()
    await expect(title(page)).toHaveText('Home')
    await logOut(page)

    // After the password, by passkey; Back leads to the password.
    await fillLogin(page, EMAIL)
    await expect(title(page)).toHaveText('Confirm it is you.')
    await expect(title(page)).toBeFocused()
    await expectAccessible(page)
    await expectFits(page)
    await page.goBack()
    await expect(title(page)).toHaveText('Login to your account.')
    await expect(page.getByLabel('Email')).toHaveValue(EMAIL)
    await fillLogin(page, EMAIL)
    await button(page, 'Use a passkey').click()
    await expect(title(page)).toHaveText('Home')
    await logOut(page)

    // By code: a wrong one, then the next one of the app.
    await fillLogin(page, EMAIL)
    const code = page.getByRole('textbox', { name: 'Code' })
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    const right = codeOf(key, Date.now() + PERIOD_MS)
    await code.fill(right === '000000' ? '111111' : '000000')
    await expect(page.getByText('Incorrect code')).toBeVisible()
    await expect(code).toHaveValue('')
    await expectAccessible(page)
    await code.fill(right)
    await expect(title(page)).toHaveText('Home')
    await logOut(page)

    // By recovery code.
    await fillLogin(page, EMAIL)
    await link(page, 'Use a recovery code').click()
    await expectAccessible(page)
    await expectFits(page)
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(firstCode)
    await button(page, 'Confirm').click()
    await expect(title(page)).toHaveText('Home')
    await logOut(page)
    await fillLogin(page, EMAIL)
    await link(page, 'Use a recovery code').click()
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(firstCode)
    await button(page, 'Confirm').click()
    await expect(page.getByText('Incorrect code')).toBeVisible()
    await link(page, 'Back to login').click()
    await expect(title(page)).toHaveText('Login to your account.')
  } finally {
    await closePages(page.context())
    await app.stop()
  }
})

test(
  'Admins set which roles need a second factor, and its people set one up first',
  ALL,
  async ({ page, openAs, browser, expectAccessible, allowConsole }) => {
    allowConsole(/status of 40[0139]/)
    const app = await startAtLocalhost()
    const context = await browser.newContext()
    try {
      await addAuthenticator(page)
      await openAs(page, ADMIN, '/team', app)
      const rules = page.getByRole('dialog', { name: 'Second factor rules' })
      await button(page, 'Second factor rules').click()
      const save = rules.getByRole('button', { name: 'Save' })
      await rules.getByRole('checkbox', { name: 'User' }).click()
      await expect(rules.getByText(/none yet/)).toBeVisible()
      await expectAccessible(page)
      await rules.getByRole('checkbox', { name: 'Admin' }).click()
      await save.click()
      await expect(rules.getByText('Set up your own second factor first')).toBeVisible()
      await rules.getByRole('button', { name: 'Cancel' }).click()

      await link(page, 'Account').click()
      await addFirstPasskey(page)
      await link(page, 'Team').click()
      await expect(page.getByRole('row').filter({ hasText: ADMIN })).toContainText('On')
      await button(page, 'Second factor rules').click()
      await rules.getByRole('checkbox', { name: 'User' }).click()
      await save.click()
      await expect(page.getByText('Second factor rules saved').first()).toBeVisible()

      const other = await context.newPage()
      await other.goto(`${app.url}/login`)
      await fillLogin(other, EMAIL)
      await expect(title(other)).toHaveText('Set up a second factor.')
      await expect(other).toHaveURL(`${app.url}/second-factor`)
      await expect(other).toHaveTitle('Set up a second factor · Saleroom')
      await expect(other.getByText('The role User needs one')).toBeVisible()
      await expect(button(other, 'Logout')).toBeVisible()
      await expect(button(other, 'Turn on')).toBeVisible()
      await expectAccessible(other)
      await expectFits(other)
      await other.goto(`${app.url}/leads`)
      await expect(other).toHaveURL(`${app.url}/second-factor`)
      await button(other, 'Turn on').click()
      const stepUp = other.getByRole('dialog', { name: 'Confirm it is you' })
      await stepUp.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
      await stepUp.getByRole('button', { name: 'Confirm' }).click()
      const group = other.getByRole('region', { name: 'Authenticator' })
      const key = ((await group.locator('code').textContent()) ?? '').replaceAll(' ', '')
      await group.getByRole('textbox', { name: 'Code' }).fill(codeOf(key, Date.now()))
      await group.getByRole('button', { name: 'Turn on' }).click()
      const codes = other.getByRole('dialog', { name: 'Recovery codes' })
      await codes.getByRole('button', { name: 'Make codes' }).click()
      await codes.getByRole('button', { name: 'Download' }).click()
      await codes.getByRole('button', { name: 'Done' }).click()
      await button(other, 'Continue').click()
      await expect(title(other)).toHaveText('Home')

      // The admin takes it away again, and the person is logged out.
      await button(page, 'Refresh').click()
      await expect(page.getByRole('row').filter({ hasText: EMAIL })).toContainText('On')
      await expectFits(page)
      await page.getByRole('button', { name: `Actions for ${EMAIL}` }).click()
      await page.getByRole('menuitem', { name: 'Reset second factor' }).click()
      const confirm = page.getByRole('alertdialog', { name: `Reset second factor of ${EMAIL}?` })
      await expectAccessible(page)
      await confirm.getByRole('button', { name: 'Reset second factor' }).click()
      await expect(page.getByText(`Reset the second factor of ${EMAIL}`).first()).toBeVisible()
      await other.reload()
      await expect(title(other)).toHaveText('Login to your account.')
    } finally {
      await closePages(page.context())
      await context.close()
      await app.stop()
    }
  },
)

test(
  'The form keeps its place when the other ways to log in appear',
  ALL_PHONE,
  async ({ page }) => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/v1/auth/options', async (route) => {
      await held
      await route.fulfill({ json: { forgot_password: 1, passkeys: 1 } })
    })
    await page.goto('/login')
    const parts = [
      title(page),
      page.getByLabel('Email'),
      page.getByLabel('Password', { exact: true }),
      button(page, 'Login'),
    ]
    const places = () => Promise.all(parts.map((part) => part.boundingBox()))
    await expect(button(page, 'Login')).toBeVisible()
    const before = await places()
    answer()
    await expect(button(page, 'Login with a passkey')).toBeVisible()
    await expect(link(page, 'Forgot password?')).toBeVisible()
    expect(await places()).toEqual(before)
    await expectFits(page)
    // From then on both stand there at once.
    await page.reload()
    await expect(button(page, 'Login with a passkey')).toBeVisible()
  },
)
