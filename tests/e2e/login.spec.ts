import { expect, PHONE, test } from '#tests/support/journeys/e2e.ts'

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
