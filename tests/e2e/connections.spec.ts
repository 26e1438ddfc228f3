import type { Locator, Page } from '@playwright/test'
import { storedText } from '#tests/support/journeys/e2e-device.ts'
import { ALL, ALL_PHONE, expect, test, type RunningApp } from '#tests/support/journeys/e2e.ts'
import { keyboardOf } from '#tests/support/screens/keyboard.ts'

const ADMIN = 'admin@saleroom.example'
const SECRET = /^ingest_[\w-]{43}$/

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true })

const recordOf = (page: Page, isMobile: boolean, panel: string, text: string) =>
  region(page, panel)
    .getByRole(isMobile ? 'article' : 'row')
    .filter({ hasText: text })

/** Sends events as the project's site does. */
const send = (app: RunningApp, project: string, key: string, ...events: object[]) =>
  fetch(`${app.url}/v1/ingest/${project}/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ events }),
  })

let sent = 0
const wallet = (more: object = {}) => ({
  id: `connections-${(sent += 1)}`,
  kind: 'wallet',
  occurred_at: '2026-01-02T10:00:00.000Z',
  wallet_address: `0x${String(sent).padStart(40, '0')}`,
  ...more,
})

/** The browser copies without blocking: until it has, closing asks. */
async function expectCopied(dialog: Locator) {
  await expect(button(dialog, 'Copy key').locator('.lucide-check')).toBeVisible()
}

/** Creates a key in the dialog, and returns it once it was copied. */
async function createKey(page: Page, name: string): Promise<string> {
  await button(region(page, 'Keys'), 'Create key').click()
  const dialog = page.getByRole('dialog', { name: 'Create key' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await button(dialog, 'Create key').dblclick()
  const copy = button(dialog, 'Copy key')
  await expect(copy).toBeFocused()
  const key = await dialog.getByText(SECRET).innerText()
  await copy.click()
  await expectCopied(dialog)
  await button(dialog, 'Done').click()
  await expect(dialog).toBeHidden()
  return key
}

test(
  'An admin creates a key, sees what it sends and what is refused, rotates and revokes it',
  ALL_PHONE,
  async ({ page, context, app, openAs, isMobile, expectAccessible, allowConsole }) => {
    const project = isMobile ? 'NOVA' : 'HELIX'
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openAs(page, ADMIN, '/connections')
    await page.getByRole('combobox', { name: 'Project', exact: true }).click()
    await page.getByRole('option', { name: project }).click()
    await expect(page).toHaveURL(new RegExp(`[?&]project=${project}`))
    await expect(page.getByText('No key yet')).toBeVisible()
    await expect(page.getByText('No event was refused in the last 7 days.')).toBeVisible()
    await expect(page.getByText('Waiting for data')).toBeVisible()
    await expectAccessible(page)

    const key = await createKey(page, 'site')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
    const site = recordOf(page, isMobile, 'Keys', key.slice(-4))
    await expect(site).toContainText('Never')
    await expect(region(page, 'Keys').getByText('site', { exact: true })).toHaveCount(1)

    const bad = wallet({ wallet_address: '0x12', country: 'nadia@saleroom.example' })
    expect((await send(app, project, key, wallet(), wallet(), bad)).status).toBe(200)
    // The page asks by itself, every ten seconds.
    await expect(page.getByText('Events are arriving')).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText(/^Last event .+, \d taken today, \d refused$/)).toBeVisible()
    const refused = recordOf(page, isMobile, 'Refused events', 'wallet_address').first()
    await expect(refused).toContainText('Must be 0x and 40 hexadecimal digits')
    await expect(refused).toContainText(`…${key.slice(-4)}`)
    await button(refused, 'Show details').click()
    const payload = region(page, 'Refused events').locator('pre')
    await expect(payload).toContainText(/"wallet_address": "0x12"/)
    await expect(payload).toContainText('n••••@saleroom.example')
    await expectAccessible(page)

    await button(site, 'Rotate').click()
    const rotate = page.getByRole('alertdialog', { name: 'Rotate key?' })
    await expect(rotate).toContainText(/site \(….{4}\), which works 24 hours more/)
    await expect(button(rotate, 'Cancel')).toBeFocused()
    await expectAccessible(page)
    await button(rotate, 'Rotate').click()
    const fresh = page.getByRole('dialog', { name: 'New key' })
    const next = await fresh.getByText(SECRET).innerText()
    await expectAccessible(page)
    await button(fresh, 'Done').click()
    const warning = page.getByRole('alertdialog', { name: 'Close without copying?' })
    await button(warning, 'Back').click()
    await button(fresh, 'Copy key').click()
    await expectCopied(fresh)
    await button(fresh, 'Done').click()
    await expect(fresh).toBeHidden()
    await expect(site).toContainText(/ends in (24 hours|1 day)/)
    await expect(button(site, 'Rotate')).toHaveCount(0)
    for (const each of [key, next])
      expect((await send(app, project, each, wallet())).status).toBe(200)

    await button(site, 'Revoke').click()
    const revoke = page.getByRole('alertdialog', { name: 'Revoke key?' })
    await expect(revoke).toContainText(
      `sent to ${project} with site (…${key.slice(-4)}) are refused`,
    )
    await expectAccessible(page)
    await button(revoke, 'Revoke').click()
    await expect(page.getByText('Key revoked').first()).toBeVisible()
    await expect(site).toHaveCount(0)
    expect((await send(app, project, key, wallet())).status).toBe(401)
    expect((await send(app, project, next, wallet())).status).toBe(200)

    // Neither keys nor what a site sent is stored on the device.
    const stored = await storedText(page)
    expect(stored).toContain(next.slice(-4))
    for (const text of [key, next, '0x12', 'n••••@'])
      expect(stored.includes(text), text).toBe(false)

    allowConsole(/ERR_INTERNET_DISCONNECTED/)
    await context.setOffline(true)
    for (const name of ['Create key', 'Rotate', 'Revoke', 'Test Telegram', 'Test Brevo'])
      await expect(button(page, name)).toBeDisabled()
    await expect(recordOf(page, isMobile, 'Keys', next.slice(-4))).toBeVisible()
    await button(page, 'Create key').click({ force: true })
    await expect(page.getByText('You are offline. Nothing was sent.').first()).toBeVisible()
  },
)

test(
  'Keys alone create a key, open a refused event and revoke the key',
  ALL,
  async ({ page, context, app, openAs }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openAs(page, ADMIN, '/connections?project=ORBIT')
    const keys = keyboardOf(page)
    await keys.press(button(region(page, 'Keys'), 'Create key'))
    const dialog = page.getByRole('dialog', { name: 'Create key' })
    await keys.isAt(dialog.getByRole('textbox', { name: 'Name' }))
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Enter a name')).toBeVisible()
    await page.keyboard.insertText('worker')
    await page.keyboard.press('Enter')
    await keys.isAt(button(dialog, 'Copy key'))
    const key = await dialog.getByText(SECRET).innerText()
    await page.keyboard.press('Escape')
    await keys.press(button(page.getByRole('alertdialog'), 'Back'))
    await keys.press(button(dialog, 'Copy key'))
    await expectCopied(dialog)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await keys.isAt(button(region(page, 'Keys'), 'Create key'))

    await send(app, 'ORBIT', key, wallet({ colour: 'red' }))
    await button(page, 'Refresh').click()
    const refused = recordOf(page, false, 'Refused events', 'colour')
    await expect(refused).toBeVisible()
    await keys.press(button(refused, 'Show details'))
    await expect(region(page, 'Refused events').locator('pre')).toContainText('"colour": "red"')
    await keys.isAt(button(refused, 'Hide details'))

    const row = recordOf(page, false, 'Keys', key.slice(-4))
    await keys.press(button(row, 'Revoke'), 'Enter', 'Shift+Tab')
    const revoke = page.getByRole('alertdialog', { name: 'Revoke key?' })
    await keys.press(button(revoke, 'Revoke'))
    await expect(row).toHaveCount(0)
    await keys.isAt(button(region(page, 'Keys'), 'Create key'))
  },
)

test(
  'An admin creates a reading key, a program reads with it, and it is refused once it is revoked',
  ALL_PHONE,
  async ({ page, context, app, openAs, isMobile, expectAccessible }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openAs(page, ADMIN, '/connections?project=AURA')
    const keys = region(page, 'Reading keys')
    const name = isMobile ? 'Phone sheet' : 'Desktop sheet'
    await button(keys, 'Create reading key').click()
    const dialog = page.getByRole('dialog', { name: 'Create reading key' })
    await button(dialog, 'Create key').click()
    await expect(dialog.getByText('Choose what the key reads')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    const reads = dialog.getByRole('group', { name: 'Reads' })
    await reads.getByRole('checkbox', { name: 'Figures' }).click()
    await expect(reads.getByRole('checkbox', { checked: true })).toHaveCount(1)
    const projects = dialog.getByRole('group', { name: 'Projects' })
    await projects.getByRole('checkbox', { name: 'HELIX' }).click()
    await dialog.getByRole('combobox', { name: 'Expires' }).click()
    await page.getByRole('option', { name: 'In 30 days' }).click()
    await expectAccessible(page)
    await button(dialog, 'Create key').dblclick()

    const created = page.getByRole('dialog', { name: 'Reading key created' })
    await expect(button(created, 'Copy key')).toBeFocused()
    const key = await created.getByText(/^slr_[\w-]{43}$/).innerText()
    await expectAccessible(page)
    const example = created.getByRole('radiogroup', { name: 'Example' })
    for (const kind of ['Sheets', 'Excel', 'Python']) {
      await example.getByRole('radio', { name: kind }).click()
      await expect(created.locator('pre')).toContainText(`slr_…${key.slice(-4)}`)
    }
    await page.keyboard.press('Escape')
    await button(page.getByRole('alertdialog'), 'Back').click()
    await button(created, 'Copy key').click()
    await expectCopied(created)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
    await button(created, 'Copy example').click()
    await expect(button(created, 'Copy example').locator('.lucide-check')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(key)
    await button(created, 'Done').click()
    await expect(created).toBeHidden()

    const read = (path: string) =>
      fetch(`${app.url}/v1${path}`, { headers: { authorization: `Bearer ${key}` } })
    expect((await read('/channels/summary')).status).not.toBe(401)
    expect((await read('/leads')).status).toBe(403)
    const record = keys.getByRole(isMobile ? 'listitem' : 'row').filter({ hasText: name })
    await expect(record).toContainText('HELIX')
    // The page asks by itself, every ten seconds.
    await expect(record).toContainText('2 today', { timeout: 60_000 })
    await expectAccessible(page)
    const stored = await storedText(page)
    expect(stored).toContain(key.slice(-4))
    expect(stored.includes(key)).toBe(false)

    await button(record, `Revoke ${name}`).click()
    const revoke = page.getByRole('alertdialog', { name: 'Revoke reading key?' })
    await expect(revoke).toContainText('2 times today')
    await expectAccessible(page)
    await button(revoke, 'Revoke').click()
    await expect(page.getByText('Successfully revoked reading key').first()).toBeVisible()
    await expect(record).toHaveCount(0)
    expect((await read('/channels/summary')).status).toBe(401)
  },
)
