import type { Locator, Page } from '@playwright/test'
import { signInCaller } from '#tests/support/e2e-calls.ts'
import { endRoutes } from '#tests/support/e2e-routes.ts'
import { ALL, ALL_PHONE, expect, PHONE, test, withoutLive } from '#tests/support/e2e.ts'

interface Code {
  id: string
  code: string
  percentage: number
  max_uses: number | null
  disabled: 0 | 1
}

/** A unique code. */
const freshCode = () => `E2E-${Math.random().toString(36).slice(2, 10).toUpperCase()}`

/** Local time in the format of a date field. */
function inDays(days: number): string {
  const at = new Date(Date.now() + days * 86_400_000)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

async function openCreate(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Create bonus code' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a Bonus Code' })
  await expect(dialog).toBeVisible()
  return dialog
}

async function choose(page: Page, dialog: Locator, project: string) {
  const combobox = dialog.getByRole('combobox', { name: 'Project' })
  await combobox.click()
  await page.getByRole('option', { name: project }).click()
  await expect(combobox).toContainText(project)
}

const recordOf = (page: Page, isMobile: boolean, code: string) =>
  page.getByRole(isMobile ? 'article' : 'row').filter({ hasText: code })

test(
  'A person creates a code, finds it first in the list, opens it and disables it',
  PHONE,
  async ({ page, app, openAs, isMobile, expectAccessible }) => {
    const code = freshCode()
    // It counts requests.
    await withoutLive(page)
    await openAs(page, 'admin@saleroom.example', '/bonus-codes')
    await expect(page.getByRole(isMobile ? 'article' : 'row').nth(5)).toBeVisible()
    await expectAccessible(page)
    const dialog = await openCreate(page)
    await choose(page, dialog, 'AURA')
    await dialog.getByLabel('Percentage').fill('12.5')
    await dialog.getByLabel('Code', { exact: true }).fill(code)
    await dialog.getByRole('switch', { name: 'Set start and end dates' }).click()
    await dialog.getByLabel('Start date').fill(inDays(1))
    await dialog.getByLabel('End date').fill(inDays(30))
    await dialog.getByRole('switch', { name: 'Limit the number of uses' }).click()
    await dialog.getByLabel('Max uses').fill('500')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Submit' }).dblclick()
    await expect(page.getByText('Successfully created code').first()).toBeVisible()
    await expect(dialog).toBeHidden()

    const records = page.getByRole(isMobile ? 'article' : 'row')
    await expect(records.nth(isMobile ? 0 : 1)).toContainText(code)
    const mine = recordOf(page, isMobile, code)
    await expect(mine).toContainText('Scheduled')
    await expect(mine).toContainText('12.5%')
    await mine.getByRole('button', { name: 'Show details' }).click()
    await expect(page.getByText('Tokens come from stage tokens')).toBeVisible()
    await expectAccessible(page)

    let requests = 0
    await page.route('**/v1/bonus-codes?*', (route) => {
      requests += 1
      return route.continue()
    })
    await mine.getByRole('button', { name: 'Disable' }).click()
    const confirm = page.getByRole('alertdialog', { name: 'Disable Bonus Code' })
    await expect(confirm).toContainText(`disable the code ${code} for the AURA token`)
    await expect(confirm.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expectAccessible(page)
    await confirm.getByRole('button', { name: 'Disable' }).click()
    await expect(page.getByText('Successfully disabled bonus code').first()).toBeVisible()
    await expect(mine).toContainText('Disabled')
    await expect(mine.getByRole('button', { name: 'Disable' })).toHaveCount(0)
    expect(requests).toBe(0)

    const caller = await signInCaller(app, 'admin@saleroom.example')
    const { results } = await caller.get<{ results: Code[] }>(
      '/bonus-codes?projects=AURA&limit=100',
    )
    expect(results.filter((row) => row.code === code)).toEqual([
      expect.objectContaining({ percentage: 12.5, max_uses: 500, disabled: 1 }),
    ])
  },
)

test('The form shows the message of each broken rule', ALL, async ({ page, openAs }) => {
  await openAs(page, 'admin@saleroom.example', '/bonus-codes')
  const dialog = await openCreate(page)
  await dialog.getByRole('switch', { name: 'Set start and end dates' }).click()
  await dialog.getByRole('button', { name: 'Submit' }).click()
  for (const message of [
    'Code must be set',
    'Start date is required when end date is provided',
    'End date is required when start date is provided',
  ]) {
    await expect(dialog.getByText(message)).toBeVisible()
  }
  await expect(dialog.getByRole('combobox', { name: 'Project' })).toBeFocused()
  await dialog.getByLabel('Start date').fill(inDays(2))
  await dialog.getByLabel('End date').fill(inDays(1))
  await expect(dialog.getByText('Start date must be before end date')).toBeVisible()
  await dialog.getByLabel('Start date').fill(inDays(-2))
  await dialog.getByLabel('End date').fill(inDays(-1))
  await expect(dialog.getByText('End date must be in the future')).toBeVisible()
  const percentage = dialog.getByLabel('Percentage')
  await percentage.fill('5000')
  await percentage.blur()
  await expect(percentage).toHaveValue('1000')
  await percentage.fill('')
  await percentage.blur()
  await expect(percentage).toHaveValue('0')
})

test(
  'Codes are filtered by whether they can be used, and the address keeps the choice',
  ALL_PHONE,
  async ({ page, app, openAs, isMobile }) => {
    const caller = await signInCaller(app, 'admin@saleroom.example')
    const all = ['AURA', 'HELIX', 'NOVA', 'ORBIT', 'PYXIS'].map((id) => `projects=${id}`).join('&')
    const active = await caller.get<{ results: Code[] }>(`/bonus-codes?${all}&active=true`)
    const inactive = await caller.get<{ results: Code[] }>(`/bonus-codes?${all}&active=false`)
    await openAs(page, 'admin@saleroom.example', '/bonus-codes')
    const first = page.getByRole(isMobile ? 'article' : 'row').nth(isMobile ? 0 : 1)
    await page.getByRole('radio', { name: 'Inactive' }).click()
    await expect(first).toContainText(inactive.results[0]?.code ?? '')
    await expect(page.getByRole('button', { name: 'Disable' })).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('radio', { name: 'Inactive' })).toBeChecked()
    await expect(first).toContainText(inactive.results[0]?.code ?? '')
    await page.getByRole('radio', { name: 'Active', exact: true }).click()
    await expect(first).toContainText(active.results[0]?.code ?? '')
    await page.goBack()
    await expect(page.getByRole('radio', { name: 'Inactive' })).toBeChecked()
  },
)

test(
  'A code that is there already, and an answer that is lost, make no second code',
  ALL,
  async ({ page, app, openAs, allowConsole }) => {
    allowConsole(/status of 409|ERR_FAILED/)
    const code = freshCode()
    await openAs(page, 'admin@saleroom.example', '/bonus-codes')
    const dialog = await openCreate(page)
    await choose(page, dialog, 'NOVA')
    await dialog.getByLabel('Code', { exact: true }).fill(code)
    let isFirst = true
    await page.route('**/v1/bonus-codes', async (route) => {
      if (!isFirst) return route.continue()
      isFirst = false
      await route.fetch()
      return route.abort()
    })
    await dialog.getByRole('button', { name: 'Submit' }).click()
    // The app checks the outcome by itself, with the same key.
    await expect(page.getByText('Successfully created code').first()).toBeVisible()
    await expect(dialog).toBeHidden()

    const again = await openCreate(page)
    await choose(page, again, 'NOVA')
    await again.getByLabel('Code', { exact: true }).fill(code.toLowerCase())
    await again.getByRole('button', { name: 'Submit' }).click()
    await expect(
      page.getByRole('alert').filter({ hasText: `NOVA already has the code` }).first(),
    ).toBeVisible()

    const caller = await signInCaller(app, 'admin@saleroom.example')
    const { results } = await caller.get<{ results: Code[] }>(
      '/bonus-codes?projects=NOVA&limit=100',
    )
    expect(results.filter((row) => row.code.toUpperCase() === code)).toHaveLength(1)
  },
)

test(
  'A code that could not be disabled stays as it is and can be tried again',
  ALL,
  async ({ page, openAs, allowConsole }) => {
    allowConsole(/status of (429|500)/)
    await openAs(page, 'admin@saleroom.example', '/bonus-codes?status=active')
    await page.getByRole('button', { name: 'Disable' }).first().click()
    const confirm = page.getByRole('alertdialog', { name: 'Disable Bonus Code' })
    for (const [answer, message] of [
      [
        { status: 500, json: { code: 500, message: 'Internal server error' } },
        'Internal server error',
      ],
      [{ status: 429, json: { code: 429, message: 'Slow down' } }, 'Slow down'],
      [
        { status: 200, contentType: 'application/json', body: '{"id":"1"' },
        'Error disabling bonus code',
      ],
    ] as const) {
      await page.route('**/v1/bonus-codes/*/*/disable', (route) => route.fulfill(answer))
      await confirm.getByRole('button', { name: 'Disable' }).click()
      await expect(page.getByRole('alert').filter({ hasText: message }).first()).toBeVisible()
      await expect(confirm).toBeVisible()
      await endRoutes(page)
    }
    await confirm.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('button', { name: 'Disable' }).first()).toBeVisible()
  },
)
