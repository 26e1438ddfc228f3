import type { Page } from '@playwright/test'
import { openPushService, type TestSubscription } from '#tests/support/calls/push-service.ts'
import { addPurchase } from '#tests/support/journeys/e2e-sale.ts'
import { startServer } from '#tests/support/journeys/e2e-server.ts'
import { ALL, ALL_PHONE, expect, test } from '#tests/support/journeys/e2e.ts'

const rules = (page: Page) => page.getByRole('list', { name: 'Rules' })
const rule = (page: Page, name: string) => page.getByRole('switch', { name })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Whether the browser would warn before it leaves the page, as it does while a change is saved. */
const warnsBeforeLeaving = (page: Page) =>
  page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))

test(
  'A first visit suggests alerts; one is added, changed, switched off and deleted',
  ALL_PHONE,
  async ({ page, ownApp, openAs, expectAccessible }) => {
    await openAs(page, 'user@saleroom.example', '/alerts', ownApp)
    const suggested = page.getByRole('region', { name: 'Suggested' })
    await expect(suggested).toContainText('No completed purchase for 3 hours')
    await expectAccessible(page)
    await suggested.getByRole('button', { name: 'Add', exact: true }).first().click()
    await expect(rules(page).getByRole('listitem')).toHaveCount(1)
    await expect(rule(page, 'Purchase over')).toBeChecked()
    await expect(rules(page)).toContainText(/\d+ in 30 days|None in 30 days/)

    await page.getByRole('button', { name: /^Edit Purchase over/ }).click()
    const edit = dialog(page, 'Edit alert')
    await edit.getByLabel('More than').fill('777')
    await edit.getByRole('checkbox', { name: 'Mail' }).click()
    await expectAccessible(page)
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(edit).toBeHidden()
    await expect(rule(page, 'Purchase over $777')).toBeChecked()

    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/v1/alerts', async (route) => {
      if (route.request().method() === 'PUT') await released
      await route.continue()
    })
    await rule(page, 'Purchase over $777').focus()
    await page.keyboard.press('Space')
    await expect(rule(page, 'Purchase over $777')).not.toBeChecked()
    await expect.poll(() => warnsBeforeLeaving(page)).toBe(true)
    release()
    await expect.poll(() => warnsBeforeLeaving(page)).toBe(false)
    await page.reload()
    await expect(rule(page, 'Purchase over $777')).not.toBeChecked()

    await page.getByRole('button', { name: /^Edit Purchase over/ }).click()
    await edit.getByRole('button', { name: 'Delete' }).click()
    const confirmation = page.getByRole('alertdialog', { name: 'Delete alert?' })
    await expectAccessible(page)
    await confirmation.getByRole('button', { name: 'Delete' }).click()
    await expect(edit).toBeHidden()
    await expect(suggested).toBeVisible()
  },
)

test(
  'Two tabs change different alerts, and neither undoes the other',
  ALL,
  async ({ page, ownApp, openAs, allowConsole }) => {
    // The browser's own line about the version that was not the newest.
    allowConsole(/status of 409/)
    await openAs(page, 'admin@saleroom.example', '/alerts', ownApp)
    const other = await page.context().newPage()
    await other.goto(`${ownApp.url}/alerts`)
    const add = (tab: Page) =>
      tab
        .getByRole('region', { name: 'Suggested' })
        .getByRole('button', { name: 'Add', exact: true })
    await expect(add(page).first()).toBeVisible()
    await expect(add(other).nth(1)).toBeVisible()
    // The other tab is behind from here on.
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
    await add(page).first().click()
    expect((await saved).status()).toBe(200)
    // Of two suggestions or, once that tab has heard of the first, of one.
    await add(other).last().click()
    await expect(rules(other).getByRole('listitem')).toHaveCount(2)
  },
)

test(
  'Quiet hours, what a locked screen shows, and the digest are kept',
  ALL_PHONE,
  async ({ page, ownApp, openAs }) => {
    await openAs(page, 'marketing@saleroom.example', '/alerts', ownApp)
    // What loads above the switch moves it.
    await expect(page.getByText('Never in the last 30 days.')).toBeVisible()
    await expect(page.getByText('Nothing so far')).toBeVisible()
    await page.getByRole('switch', { name: 'No push at these hours' }).click()
    await page.getByLabel('From').fill('21:15')
    await page.getByLabel('From').press('Enter')
    await page.getByRole('switch', { name: 'Hide amounts on the lock screen' }).click()
    await page.getByRole('radio', { name: 'Weekly' }).click()
    await page.getByRole('combobox', { name: 'On', exact: true }).click()
    await page.getByRole('option', { name: 'Friday' }).click()
    await expect(page.getByRole('combobox', { name: 'On', exact: true })).toHaveText('Friday')
    await page.getByRole('button', { name: 'Send one now' }).click()
    await expect(page.getByText('The digest is on its way')).toBeVisible()
    await expect.poll(() => warnsBeforeLeaving(page)).toBe(false)
    await page.reload()
    await expect(page.getByLabel('From')).toHaveValue('21:15')
    await expect(
      page.getByRole('switch', { name: 'Hide amounts on the lock screen' }),
    ).not.toBeChecked()
    await expect(page.getByRole('radio', { name: 'Weekly' })).toBeChecked()
    await expect(page.getByRole('combobox', { name: 'On', exact: true })).toHaveText('Friday')
  },
)

/** Subscribes to the stand-in instead of the browser's vendor, which tests can't reach. */
function replaceSubscribe({ endpoint, keys }: TestSubscription): void {
  PushManager.prototype.subscribe = async () =>
    Object.assign(Object.create(PushSubscription.prototype), {
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => true,
    })
}

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('A device is added, tested, notified of a purchase and removed', async ({
    page,
    context,
    ownApp,
    openAs,
  }) => {
    const service = await openPushService()
    await ownApp.stop()
    const { port } = new URL(ownApp.url)
    const server = await startServer({
      SALEROOM_DATA: ownApp.folder,
      PORT: port,
      SALEROOM_PUSH_ORIGINS: service.origin,
    })
    await context.grantPermissions(['notifications'], { origin: server.url })
    await page.addInitScript(() => {
      // The headless shell denies what was granted.
      Notification.requestPermission = async () => 'granted'
      Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    })
    await page.addInitScript(replaceSubscribe, service.subscribe())
    await openAs(page, 'admin@saleroom.example', '/alerts', ownApp)
    await page
      .getByRole('region', { name: 'Suggested' })
      .getByRole('button', { name: 'Add', exact: true })
      .first()
      .click()
    await page.getByRole('button', { name: /^Edit Purchase over/ }).click()
    await dialog(page, 'Edit alert').getByLabel('More than').fill('1000')
    await dialog(page, 'Edit alert').getByRole('button', { name: 'Save' }).click()
    await expect(rule(page, 'Purchase over $1,000')).toBeChecked()

    const devices = page.getByRole('region', { name: 'Devices' })
    await devices.getByRole('button', { name: 'Notify this device' }).click()
    await expect(devices).toContainText('This device')
    await devices.getByRole('button', { name: 'Test' }).click()
    await expect(devices).toContainText('Sent to the push service')
    expect(JSON.parse(service.messages[0]?.text ?? '').title).toBe('Saleroom: test message')

    await addPurchase(server, 'completed')
    await expect.poll(() => service.messages.length).toBe(2)
    expect(JSON.parse(service.messages[1]?.text ?? '')).toMatchObject({
      title: 'HELIX: a purchase over your limit',
      path: expect.stringMatching(/^\/transactions\/HELIX\/\d+$/),
    })
    await page.reload()
    const last = page.getByRole('list', { name: 'Last alerts' })
    await expect(last).toContainText('HELIX: purchase of $2,567.00')
    await expect(last).toContainText(': sent')
    await last.getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Transaction')
    await page.goBack()

    await devices.getByRole('button', { name: /^Remove / }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(devices.getByRole('button', { name: 'Notify this device' })).toBeVisible()
    expect(service.errors).toEqual([])
    await server.stop()
    await service.close()
  })
})
