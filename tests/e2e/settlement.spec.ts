import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addPurchase } from '#tests/support/journeys/e2e-sale.ts'
import { ALL, ALL_PHONE, expect, inSidebar, PHONE, test } from '#tests/support/journeys/e2e.ts'
import { keyboardOf } from '#tests/support/screens/keyboard.ts'

const ADMIN = 'admin@saleroom.example'

/** The last 30 days and the next one, in UTC: the purchases of a test are among them. */
function customPeriod(): string {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  return `period=custom&from=${day(-30)}&to=${day(1)}`
}

const address = () => `/settlement?project=HELIX&${customPeriod()}`
const tableOf = (page: Page, name: string) => page.getByRole('table', { name, exact: true })
const lineOf = (page: Page, table: string, line: string) =>
  tableOf(page, table)
    .locator('tbody tr')
    .filter({ has: page.locator('th', { hasText: new RegExp(`^${line}`) }) })

/** The figure of a line in cents, exactly. */
async function centsOf(page: Page, table: string, line: string): Promise<bigint> {
  const text = (await lineOf(page, table, line).locator('td.figure').textContent()) ?? ''
  const digits = BigInt(text.replaceAll(/\D/g, ''))
  return text.startsWith('−') ? -digits : digits
}

test(
  'A settlement adds up, and a saved statement shows what has changed since',
  PHONE,
  async ({ page, ownApp, openAs, expectAccessible }) => {
    await openAs(page, ADMIN, address(), ownApp)
    await expect(page.getByRole('heading', { level: 1, name: 'Settlement' })).toBeVisible()
    await expect(lineOf(page, 'Where it went', 'Remaining')).toBeVisible()
    const [gross, fees, liquidity, payouts, rounding, remaining] = await Promise.all(
      ['Completed purchases', 'Fees', 'Liquidity', 'Referral payouts', 'Rounding', 'Remaining'].map(
        (line) => centsOf(page, 'Where it went', line),
      ),
    )
    expect(
      (gross ?? 0n) + (fees ?? 0n) + (liquidity ?? 0n) + (payouts ?? 0n) + (rounding ?? 0n),
    ).toBe(remaining)
    expect(await centsOf(page, 'Completed purchases', 'Total')).toBe(gross)
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Save statement' }).click()
    const question = page.getByRole('alertdialog', { name: 'Save a period that is not over?' })
    await question.getByRole('button', { name: 'Save so far' }).click()
    await expect(question).toBeHidden()
    await expect(page.getByText('Statement saved')).toBeVisible()
    const notice = page.getByRole('status').filter({ hasText: 'Statement 1 of this period' })
    await expect(notice).toContainText('Nothing has changed since.')

    await addPurchase(ownApp, 'completed')
    await inSidebar(page, () => page.getByRole('button', { name: 'Refresh' }).click())
    await expect(notice).toContainText(
      'Since then: 1 purchase more; completed purchases +$2,567.00.',
    )
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Show the difference' }).click()
    const dialog = page.getByRole('dialog', { name: /^Difference/ })
    const change = dialog.locator('tbody tr').filter({ hasText: /^Completed purchases/ })
    await expect(change.locator('td').last()).toContainText('+$2,567.00')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()

    await inSidebar(page, () => page.getByRole('switch', { name: 'Privacy mode' }).click())
    await expect(page.getByRole('main')).not.toContainText('$')
    await expect(page.getByRole('button', { name: 'Download CSV', exact: true })).toBeDisabled()
  },
)

test(
  'A line leads to its purchases, and Back to the settlement',
  ALL_PHONE,
  async ({ page, openAs, isMobile }) => {
    await openAs(page, ADMIN, address())
    await page.getByRole('link', { name: 'Show the rows of USDC', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Transactions Search' })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Status' })).toContainText('Completed')
    await expect(page.getByRole('combobox', { name: 'Payment token' })).toContainText('USDC')
    const rows = page.getByRole('main').getByRole(isMobile ? 'article' : 'row')
    await expect(rows.filter({ hasText: 'USDC' })).not.toHaveCount(0)
    await page.goBack()
    await expect(lineOf(page, 'Where it went', 'Remaining')).toBeVisible()
    await page.getByRole('link', { name: 'Show the rows of Fees' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Project Settings' })).toBeVisible()
  },
)

test('The CSV has the figures of the page, exactly', async ({ page, openAs }) => {
  await openAs(page, ADMIN, address())
  await expect(lineOf(page, 'Where it went', 'Remaining')).toBeVisible()
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const file = await started
  expect(file.suggestedFilename()).toMatch(
    /^settlement-HELIX-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/,
  )
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n')
  expect(lines[0]).toBe('\uFEFFProject,HELIX')
  const [, usd = ''] = /^Where it went,Remaining,,,(.*)$/m.exec(lines.join('\n')) ?? []
  expect(BigInt(usd.replace('.', ''))).toBe(await centsOf(page, 'Where it went', 'Remaining'))
})

test('On paper there are the tables and a first line, and nothing to press', async ({
  page,
  openAs,
}) => {
  await openAs(page, ADMIN, address())
  await expect(lineOf(page, 'Where it went', 'Remaining')).toBeVisible()
  await page.evaluate(() => {
    globalThis.print = () => document.body.toggleAttribute('data-printed', true)
  })
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body[data-printed]')).toBeVisible()

  await page.emulateMedia({ media: 'print' })
  const first = page.locator('p.print-only')
  await expect(first).toContainText(
    /^HELIX, .*\(UTC.*As of .*Printed by admin@saleroom\.example\.$/,
  )
  await expect(page.getByText(/^Printed by/)).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('combobox')).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Show the rows/ })).toHaveCount(0)
  for (const name of ['Completed purchases', 'Where it went', 'For information']) {
    const row = tableOf(page, name).locator('tbody tr').first()
    expect(Math.round((await row.boundingBox())?.height ?? 0), name).toBeLessThanOrEqual(29)
  }
  const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(paper).toBe('rgb(255, 255, 255)')
})

test(
  'Keys alone save a statement and read the difference',
  ALL,
  async ({ page, ownApp, openAs }) => {
    await openAs(page, ADMIN, address(), ownApp)
    await expect(lineOf(page, 'Where it went', 'Remaining')).toBeVisible()
    const keys = keyboardOf(page)
    await keys.press(page.getByRole('button', { name: 'Save statement' }))
    await keys.press(page.getByRole('button', { name: 'Save so far' }))
    const open = page.getByRole('button', { name: 'Show the difference' })
    await expect(open).toBeVisible()
    await keys.press(open)
    await expect(page.getByRole('table', { name: 'Difference' })).toBeVisible()
    await page.keyboard.press('Escape')
    await keys.isAt(open)
  },
)
