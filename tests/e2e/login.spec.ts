import { ALL, expect, PHONE, test } from '#tests/support/e2e.ts'

test.use({ serviceWorkers: 'allow' })

test(
  'Who is signed out is sent to the login page, and then to where they wanted to go',
  PHONE,
  async ({ page, isMobile }) => {
    await page.goto('/leads')
    await expect(page).toHaveURL(/\/login/)
    await expect(
      page.getByRole('heading', { level: 1, name: 'Login to your account.' }),
    ).toBeVisible()
    await expect(page).toHaveTitle('Login · Saleroom')
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden()
    await page.getByLabel('Email').fill('admin@saleroom.example')
    await page.getByLabel('Password', { exact: true }).fill('saleroom-demo')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL(/\/leads$/)
    if (isMobile) await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible()
  },
)

test('A crafted redirect leads to Home, not to another host', ALL, async ({ page, app }) => {
  for (const next of ['/.//evil.example', '/..//evil.example', '/./\\evil.example']) {
    await page.goto(`/login?next=${encodeURIComponent(next)}`)
    await page.getByLabel('Email').fill('admin@saleroom.example')
    await page.getByLabel('Password', { exact: true }).fill('saleroom-demo')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
    await expect(page).toHaveURL(`${app.url}/`)
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/login$/)
  }
})

test(
  'A wrong password is refused in words, and the form stays',
  ALL,
  async ({ page, allowConsole }) => {
    allowConsole(/status of 401/)
    await page.goto('/login')
    await page.getByLabel('Email').fill('admin@saleroom.example')
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByText('Incorrect email or password').first()).toBeVisible()
    await expect(page).toHaveURL(/\/login/)
  },
)

test('A signed-in person stays signed in over a reload, and leaves by Logout', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'user@saleroom.example')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  await page.goto('/login')
  await expect(page).toHaveURL(/\/$/)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.goto('/')
  await expect(page).toHaveURL(/\/login/)
})

test(
  'An address that was never verified, and a password that must be changed, come first',
  ALL,
  async ({ page, signIn }) => {
    await signIn(page, 'new@saleroom.example')
    await expect(page).toHaveURL(/\/verify-email$/)
    await page.goto('/leads')
    await expect(page).toHaveURL(/\/verify-email$/)
    await page.context().clearCookies()
  },
)

test('The login page is accessible', ALL, async ({ page, expectAccessible }) => {
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  await expectAccessible(page)
})
