import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { endRoutes } from '#tests/support/journeys/e2e-routes.ts'
import { ALL, ALL_PHONE, expect, test } from '#tests/support/journeys/e2e.ts'
import { dragByMouse } from '#tests/support/screens/drag.ts'

/** The rows of a CSV text (RFC 4180) without its header. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (isQuoted) {
      if (char !== '"') cell += char
      else if (text.charAt(at + 1) === '"') cell += text.charAt(++at)
      else isQuoted = false
    } else if (char === '"') isQuoted = true
    else if (char === ',' || char === '\n') {
      row.push(cell.replace(/\r$/, ''))
      cell = ''
      if (char === '\n') rows.push(row.splice(0))
    } else cell += char
  }
  return rows.slice(1)
}

async function openExport(page: Page) {
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export Leads CSV' })
  await expect(dialog).toBeVisible()
  return dialog
}

async function download(page: Page): Promise<string> {
  const started = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
  const file = await started
  expect(file.suggestedFilename()).toBe('leads.csv')
  return readFile(await file.path(), 'utf8')
}

test('The exported file holds the leads of the database, in the fields and order chosen', async ({
  page,
  openAs,
  database,
  expectAccessible,
}) => {
  await openAs(page, 'admin@saleroom.example', '/leads')
  await expect(page.getByText('Verified').first()).toBeVisible()
  await expectAccessible(page)

  const dialog = await openExport(page)
  await expect(dialog.getByRole('checkbox', { name: 'All projects' })).toBeChecked()
  await expectAccessible(page)
  const csv = await download(page)
  await expect(dialog).toBeHidden()
  const expected = await database.query<{ email: string; mobile: string | null }>(
    'select email, mobile from leads order by created_at desc, id desc',
  )
  expect(csv.split('\r\n')[0]).toBe('\uFEFFemail,mobile')
  expect(parseCsv(csv)).toEqual(expected.map((lead) => [lead.email, lead.mobile ?? '']))

  await openExport(page)
  for (const project of ['HELIX', 'NOVA', 'ORBIT', 'PYXIS']) {
    await dialog.getByRole('checkbox', { name: project }).click()
  }
  await expect(dialog.getByRole('checkbox', { name: 'All projects' })).toHaveAttribute(
    'aria-checked',
    'mixed',
  )
  const handle = dialog.getByRole('button', { name: 'Move Mobile, position 2 of 2' })
  await handle.focus()
  await page.keyboard.press('ArrowUp')
  await expect(dialog.getByRole('button', { name: 'Move Mobile, position 1 of 2' })).toBeFocused()
  await expect(dialog.getByText('mobile,email')).toBeVisible()
  const aura = await database.query<{ email: string; mobile: string | null }>(
    "select email, mobile from leads where project_id = 'AURA' order by created_at desc, id desc",
  )
  const swapped = await download(page)
  expect(swapped.split('\r\n')[0]).toBe('\uFEFFmobile,email')
  expect(parseCsv(swapped)).toEqual(aura.map((lead) => [lead.mobile ?? '', lead.email]))
})

test(
  'Fields are switched off and dragged, and an export of nothing is not offered',
  ALL_PHONE,
  async ({ page, openAs, isMobile }) => {
    await openAs(page, 'marketing@saleroom.example', '/leads')
    const dialog = await openExport(page)
    if (!isMobile) {
      const from = await dialog.getByRole('button', { name: /^Move Email/ }).boundingBox()
      const to = await dialog.getByRole('button', { name: /^Move Mobile/ }).boundingBox()
      if (!from || !to) throw new Error('no handles')
      const moved = dialog.getByRole('button', { name: /^Move / }).first()
      await dragByMouse(page, { x: from.x + 10, y: from.y + 18 }, to.y - from.y + 12, {
        arrival: async () =>
          (await moved.getAttribute('aria-label'))?.startsWith('Move Mobile') === true,
      })
      await expect(dialog.getByText('mobile,email')).toBeVisible()
    }
    await dialog.getByRole('checkbox', { name: 'Mobile' }).click()
    await expect(dialog.getByText('email', { exact: true })).toBeVisible()
    await dialog.getByRole('checkbox', { name: 'Email' }).click()
    await expect(dialog.getByRole('button', { name: 'Export' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  },
)

test('A screen whose code is missing or hangs says so at its own address, and comes once it is there', async ({
  page,
  openAs,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/)
  await openAs(page, 'admin@saleroom.example', '/?period=week')
  await page.clock.install()
  await page.route('**/assets/LeadsPage*', (route) => route.abort())
  const loads: string[] = []
  page.on('load', () => loads.push(page.url()))
  await page.getByRole('link', { name: 'Leads' }).click()
  await expect(page.getByText('Leads did not load')).toBeVisible()
  await expect(page).toHaveURL(/\/leads\?period=week$/)
  expect(loads).toEqual([])
  await endRoutes(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('table', { name: 'Leads' })).toBeVisible()

  await page.route('**/assets/BannersPage*', () => {})
  await page.getByRole('link', { name: 'Banners' }).click()
  await page.clock.runFor(1000)
  await expect(page).toHaveURL(/\/banners/)
  await expect(page.getByText('Banners did not load')).toBeHidden()
  await page.clock.runFor(15_000)
  await expect(page.getByText('Banners did not load')).toBeVisible()
})

test(
  'A screen whose code was on its way when the page was left comes when the page is shown again',
  ALL,
  async ({ page, openAs, allowConsole }) => {
    allowConsole(/ERR_FAILED/)
    await openAs(page, 'admin@saleroom.example', '/?period=week')
    // Browsers with a debugger keep no page.
    const turn = (type: 'pagehide' | 'pageshow') =>
      page.evaluate((name) => {
        dispatchEvent(new PageTransitionEvent(name, { persisted: true }))
      }, type)
    let failures = 0
    page.on('requestfailed', (request) => {
      if (request.url().includes('/assets/LeadsPage')) failures += 1
    })
    await page.route('**/assets/LeadsPage*', (route) => route.abort())
    const link = page.getByRole('link', { name: 'Leads' })
    await expect(link).toBeVisible()
    await turn('pagehide')
    await link.click()
    await expect.poll(() => failures).toBe(1)
    // A part that failed is requested again within a frame.
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(resolve))
        }),
    )
    expect(failures).toBe(1)
    await endRoutes(page)
    await turn('pageshow')
    await expect(page.getByRole('table', { name: 'Leads' })).toBeVisible()
    await expect(page.getByText('A new version is ready')).toBeHidden()
  },
)
