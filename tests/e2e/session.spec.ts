import { signInAt } from '#tests/support/journeys/e2e-device.ts'
import { expect, test } from '#tests/support/journeys/e2e.ts'

test.use({ serviceWorkers: 'allow' })

test('Signing in takes effect in the other tabs too', async ({ page, context, app }) => {
  const other = await context.newPage()
  await other.goto('/login')
  await expect(other.getByRole('button', { name: 'Login' })).toBeVisible()
  await signInAt(page, app.url, 'user@saleroom.example')
  await expect(other).toHaveURL(/\/$/)
})
