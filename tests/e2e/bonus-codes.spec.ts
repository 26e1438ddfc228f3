import type { Locator, Page } from '@playwright/test'
import { signInCaller } from '#tests/support/journeys/e2e-calls.ts'
import { expect, PHONE, test, withoutLive } from '#tests/support/journeys/e2e.ts'

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
