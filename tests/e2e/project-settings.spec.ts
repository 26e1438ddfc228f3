import type { Locator, Page } from '@playwright/test'
import { endRoutes } from '#tests/support/e2e-routes.ts'
import { ALL, DEMO_PASSWORD, expect, PHONE, test, withoutLive } from '#tests/support/e2e.ts'

const card = (page: Page, project: string) =>
  page.getByRole('region', { name: project, exact: true })
const confirmUpdate = (page: Page) => page.getByRole('button', { name: 'Confirm Update' })

/** The opened card of a project. The first one is open initially. */
async function openCard(page: Page, project: string): Promise<Locator> {
  const region = card(page, project)
  const toggle = region.getByRole('button', { name: /^(Expand|Collapse) / })
  await expect(toggle).toBeVisible()
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
  return region
}

/** The body of the next PATCH that the page sends. */
async function nextPatch(page: Page): Promise<Record<string, unknown>> {
  const request = await page.waitForRequest((sent) => sent.method() === 'PATCH')
  return request.postDataJSON()
}

/** The XSRF header that the server requires from a client with its cookie. */
async function xsrfOf(request: {
  storageState(): Promise<{ cookies: { name: string; value: string }[] }>
}): Promise<string> {
  const { cookies } = await request.storageState()
  return cookies.find((cookie) => cookie.name === 'XSRF-TOKEN')?.value ?? ''
}

test('Three changed fields are sent, and only those', async ({
  page,
  openAs,
  expectAccessible,
}) => {
  await openAs(page, 'admin@saleroom.example', '/project-settings')
  const helix = await openCard(page, 'HELIX')
  await helix.getByLabel('Ticker').fill('HLX')
  await helix.getByLabel('Buy URL').fill('')
  await helix.getByLabel('Minimum referral spend').fill('12.5')
  await helix.getByLabel('Token bonus').fill('9')
  await expect(page.getByText('4 fields edited')).toBeVisible()
  await helix.getByLabel('Token bonus').fill('3')
  await expect(page.getByText('3 fields edited')).toBeVisible()
  await expectAccessible(page)

  const patch = nextPatch(page)
  await confirmUpdate(page).filter({ visible: true }).last().click()
  expect(await patch).toEqual({
    project_ticker: 'HLX',
    buy_url: null,
    default_min_referral_spend: 12.5,
  })
  await expect(page.getByText('Successfully updated data')).toBeVisible()
  await expect(page.getByText(/edited$/)).toBeHidden()
  await page.reload()
  await expect((await openCard(page, 'HELIX')).getByLabel('Ticker')).toHaveValue('HLX')
})

test(
  'A field shows its error once it was touched, and nothing is sent',
  ALL,
  async ({ page, openAs }) => {
    await openAs(page, 'admin@saleroom.example', '/project-settings')
    const nova = await openCard(page, 'NOVA')
    const website = nova.getByLabel('Website URL')
    await website.fill('javascript:alert(1)')
    await expect(nova.getByText('Must be a valid http(s) URL')).toBeHidden()
    await nova.getByLabel('Ticker').focus()
    await expect(nova.getByText('Must be a valid http(s) URL')).toBeVisible()
    await expect(website).toHaveAttribute('aria-invalid', 'true')
    let sent = 0
    page.on('request', (request) => (sent += request.method() === 'PATCH' ? 1 : 0))
    await confirmUpdate(page).filter({ visible: true }).last().click()
    await expect(website).toBeFocused()
    expect(sent).toBe(0)
  },
)

test(
  'Fractions are shown as percentages, and what is fixed has no field',
  ALL,
  async ({ page, openAs }) => {
    await openAs(page, 'user@saleroom.example', '/project-settings')
    const aura = await openCard(page, 'AURA')
    const fees = aura.getByRole('group', { name: /^Fees/ })
    await expect(fees).toContainText('2.5%')
    await expect(fees.getByRole('textbox')).toHaveCount(0)
    await expect(aura.getByRole('group', { name: /^Payments/ })).toContainText('20%')
  },
)

test('Other roles see the Leads group alone', ALL, async ({ page, openAs }) => {
  await openAs(page, 'marketing@saleroom.example', '/project-settings')
  const aura = await openCard(page, 'AURA')
  await expect(aura.getByRole('heading', { level: 3 })).toHaveText(['Leads'])
  await expect(aura.getByRole('group', { name: 'Leads' })).toBeVisible()
})

test('Leaving with unsaved changes asks first', PHONE, async ({ page, openAs, isMobile }) => {
  await openAs(page, 'admin@saleroom.example', '/project-settings')
  const aura = await openCard(page, 'AURA')
  await aura.getByLabel('Ticker').fill('OTHER')
  const leave = async () => {
    if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('link', { name: 'Leads' }).click()
  }
  await leave()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL(/project-settings/)
  await expect(aura.getByLabel('Ticker')).toHaveValue('OTHER')
  if (isMobile) await page.keyboard.press('Escape')
  await leave()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/leads/)
  await page.goBack()
  await expect((await openCard(page, 'AURA')).getByLabel('Ticker')).toHaveValue('AURA')
})

for (const finder of ['a click', 'the stream'])
  test(
    `A session whose end ${finder} finds throws nothing away that was typed`,
    ALL,
    async ({ page, openAs, ownApp, request, allowConsole }) => {
      allowConsole(/status of 401/)
      if (finder === 'a click') await withoutLive(page)
      // The sidebar's count is the last request of an idle page. A later one would find the end first.
      const counted = page.waitForResponse(/\/v1\/approvals/)
      await openAs(page, 'user@saleroom.example', '/project-settings', ownApp)
      const aura = await openCard(page, 'AURA')
      await aura.getByLabel('Ticker').fill('KEPT')
      await counted
      // The user changes the password on another device, which ends this session.
      const api = `${ownApp.url}/v1/auth`
      const email = 'user@saleroom.example'
      const login = await request.post(`${api}/login`, { data: { email, password: DEMO_PASSWORD } })
      const { tokens } = await login.json()
      const changed = await request.post(`${api}/change-password`, {
        data: { old_password: DEMO_PASSWORD, new_password: 'another secret' },
        headers: {
          authorization: `Bearer ${tokens.access.token}`,
          'x-xsrf-token': await xsrfOf(request),
        },
      })
      expect(changed.status()).toBe(204)
      if (finder === 'a click') await confirmUpdate(page).filter({ visible: true }).last().click()
      await expect(page).toHaveURL(/login/)
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill('another secret')
      await page.getByRole('button', { name: 'Login' }).click()
      await expect(page).toHaveURL(/project-settings/)
      await expect((await openCard(page, 'AURA')).getByLabel('Ticker')).toHaveValue('KEPT')
      await expect(page.getByText('1 field edited')).toBeVisible()
      await page.close({ runBeforeUnload: false })
    },
  )

test(
  'Placeholders are completed while typing and shown with example values',
  ALL,
  async ({ page, openAs }) => {
    await openAs(page, 'admin@saleroom.example', '/project-settings')
    const aura = await openCard(page, 'AURA')
    const editor = aura.getByRole('textbox', { name: 'Message text' })
    await editor.fill('')
    await editor.pressSequentially('Sold for {payment_u')
    const options = page.getByRole('listbox', { name: 'Placeholders' })
    await expect(options.getByRole('option')).toHaveText(['payment_usd_amount'])
    await editor.press('Enter')
    await expect(editor).toHaveValue('Sold for {payment_usd_amount}')
    await editor.pressSequentially(' by {')
    await editor.press('ArrowDown')
    await editor.press('ArrowDown')
    await editor.press('Tab')
    await expect(editor).toHaveValue('Sold for {payment_usd_amount} by {wallet_address}')
    await expect(options).toBeHidden()
    await expect(aura.getByText('Sold for 9,060.00 by 0xd204a6e1…37b8')).toBeVisible()
    await aura.getByRole('button', { name: /^buy_url/ }).click()
    await expect(editor).toHaveValue(/\{buy_url\}$/)
    await editor.press('ControlOrMeta+z')
    await expect(editor).toHaveValue('Sold for {payment_usd_amount} by {wallet_address}')
  },
)

test('Staking rewards end once, after confirmation', ALL, async ({ page, openAs }) => {
  await openAs(page, 'admin@saleroom.example', '/project-settings')
  const aura = await openCard(page, 'AURA')
  const rewards = aura.getByRole('switch', { name: 'Staking rewards' })
  await expect(rewards).toBeChecked()
  await rewards.click()
  const question = page.getByRole('alertdialog', { name: 'Confirm Disabling Staking Rewards' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(rewards).toBeChecked()
  await rewards.click()
  await question.getByRole('button', { name: 'Disable' }).click()
  await expect(rewards).not.toBeChecked()
  const patch = nextPatch(page)
  await confirmUpdate(page).filter({ visible: true }).last().click()
  expect(await patch).toEqual({ staking_rewards_active: 0 })
  await expect(rewards).toBeDisabled()
})

test(
  'Settings that did not load say so and load again',
  ALL,
  async ({ page, openAs, allowConsole }) => {
    allowConsole(/status of 403/)
    const isSettings = (url: URL) => url.pathname === '/v1/projects'
    await page.route(isSettings, (route) =>
      route.fulfill({ status: 403, json: { code: 403, message: 'Forbidden' } }),
    )
    await openAs(page, 'admin@saleroom.example', '/project-settings')
    await expect(page.getByText('Project settings did not load')).toBeVisible()
    await endRoutes(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(card(page, 'AURA')).toBeVisible()
  },
)

test(
  'Offline nothing can be sent, and every action shows the reason',
  ALL,
  async ({ page, openAs, context, allowConsole }) => {
    allowConsole(/ERR_INTERNET_DISCONNECTED/)
    await openAs(page, 'admin@saleroom.example', '/project-settings')
    const aura = await openCard(page, 'AURA')
    await aura.getByLabel('Ticker').fill('OFF')
    await context.setOffline(true)
    const confirm = confirmUpdate(page).filter({ visible: true }).last()
    await expect(confirm).toHaveAttribute('aria-disabled', 'true')
    // After a key press :focus-visible applies.
    await page.keyboard.press('Tab')
    await confirm.focus()
    await expect(page.getByRole('tooltip')).toHaveText('You are offline. Nothing was sent.')
    for (const name of ['Test connection', /^(Upload|Replace)$/])
      await expect(aura.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true')
    await context.setOffline(false)
    await expect(confirm).not.toHaveAttribute('aria-disabled', 'true')
    await expect(aura.getByLabel('Ticker')).toHaveValue('OFF')
  },
)
