import { label, role, text } from '#tests/support/engines/engine-page.ts'
import { expect, test } from '#tests/support/engines/engine-test.ts'
import { ADMIN, pressLogin } from '#tests/support/engines/steps.ts'
import { DEMO_PASSWORD } from '#tests/support/journeys/e2e.ts'

test('The first start shows the form; a wrong password is refused, the right one opens Home', async ({
  app,
  device,
}) => {
  device.allowConsole(/status of 401|401 \(Unauthorized\)/)
  const page = await device.open()
  await page.visit(app.url)
  await page.see(role('heading', 'Login to your account.'))
  expect(await page.address()).toBe('/login')
  await page.fill(label('Email'), ADMIN)
  await page.fill(label('Password'), 'not the password')
  await pressLogin(page)
  await page.see(text('Incorrect email or password'))
  await page.fill(label('Password'), DEMO_PASSWORD)
  await pressLogin(page)
  await page.see(role('heading', 'Home', { level: 1 }))
  expect(await page.address()).toBe('/')
})
