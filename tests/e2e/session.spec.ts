import { signInAt } from '#tests/support/e2e-device.ts'
import { endRoutes } from '#tests/support/e2e-routes.ts'
import { ALL, expect, test } from '#tests/support/e2e.ts'

test.use({ serviceWorkers: 'allow' })

test(
  'A session that the server refuses to go on with ends at the login page',
  ALL,
  async ({ page, context, openAs, allowConsole }) => {
    allowConsole(/status of 401/)
    await openAs(page, 'admin@saleroom.example', '/seo-scripts')
    await context.route('**/v1/**', (route) => {
      const isRefresh = route.request().url().endsWith('/auth/refresh-tokens')
      const message = isRefresh ? 'Invalid refresh token' : 'Please authenticate'
      return route.fulfill({ status: 401, json: { code: 401, message } })
    })
    await page.goto('/leads')
    await expect(page).toHaveURL(/\/login\?next=%2Fleads$/)
  },
)

test('Signing in takes effect in the other tabs too', async ({ page, context, app }) => {
  const other = await context.newPage()
  await other.goto('/login')
  await expect(other.getByRole('button', { name: 'Login' })).toBeVisible()
  await signInAt(page, app.url, 'user@saleroom.example')
  await expect(other).toHaveURL(/\/$/)
})

test(
  'The loader shows how far the start is, and then gives the page free',
  ALL,
  async ({ page, context, openAs }) => {
    await openAs(page, 'user@saleroom.example', '/leads')
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    await context.route('**/v1/users/**', async (route) => {
      await isReleased
      await route.continue()
    })
    await page.goto('/leads', { waitUntil: 'commit' })
    const loader = page.getByRole('progressbar', { name: 'Loading' })
    await expect(loader).toHaveAttribute('aria-valuenow', /^\d+$/)
    release()
    await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible()
    await expect(loader).toBeHidden()
    await expect(page.locator('body')).not.toHaveCSS('overflow', 'hidden')
    await endRoutes(context, 'wait')
  },
)

test('An unknown address shows a message, signed in or not', ALL, async ({ page, openAs }) => {
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { level: 1, name: 'Not Found' })).toBeVisible()
  await expect(page).toHaveTitle('Not Found · Saleroom')
  await openAs(page, 'user@saleroom.example', '/nowhere')
  await expect(page.getByRole('heading', { level: 1, name: 'Not Found' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
})

test('Other roles see only their own pages', ALL, async ({ page, signIn }) => {
  await signIn(page, 'marketing@saleroom.example')
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('list').getByRole('link')
  await expect(links).toHaveText(['Home', 'Leads', 'Banners', 'SEO Scripts', 'Project Settings'])
  await page.goto('/users')
  await expect(page).toHaveURL(/\/$/)
})
