import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import type { Page } from '@playwright/test'
import { signInCaller } from '#tests/support/journeys/e2e-calls.ts'
import { openFolder } from '#tests/support/journeys/e2e-database.ts'
import { startServer } from '#tests/support/journeys/e2e-server.ts'
import { ALL, expect, PHONE, test } from '#tests/support/journeys/e2e.ts'
import { PURCHASE_HEADER, purchaseLine, sumOfLines } from '#tests/support/oracles/purchase-file.ts'
import { keyboardOf } from '#tests/support/screens/keyboard.ts'
import { byExtent, EXTENT } from '#tests/support/server/test-extent.ts'

const ADMIN = 'admin@saleroom.example'
const IS_LONG = EXTENT === 'long'
const ROWS = byExtent({ change: 20_000, long: 1_000_000 })
const LONG_MS = 3_600_000

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })
const current = (page: Page) =>
  page.getByRole('list', { name: 'Steps' }).locator('[aria-current=step]')

const csv = (...lines: string[]) => ({
  name: 'purchases.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([PURCHASE_HEADER, ...lines].join('\n')),
})
const choose = async (page: Page, ...lines: string[]) => {
  const opening = page.waitForEvent('filechooser')
  await button(page, 'Choose a file').click()
  await (await opening).setFiles(csv(...lines))
}
const check = async (page: Page) => {
  await button(page, 'Start the dry run').click()
  await expect(page.getByRole('status', { name: 'Dry run' })).toContainText('Nothing was written.')
}

test(
  'An admin matches the columns of a file, sees what would be taken, and imports it',
  PHONE,
  async ({ page, app, openAs, isMobile, expectAccessible }) => {
    const project = isMobile ? 'NOVA' : 'HELIX'
    await openAs(page, ADMIN, `/connections?project=${project}`)
    await button(page, 'Import a CSV').click()
    await expect(page.getByRole('heading', { name: 'Import', level: 1 })).toBeFocused()
    await expect(current(page)).toHaveText(/Choose a file/)
    await expect(page.getByRole('combobox', { name: 'Project', exact: true })).toHaveText(project)
    await expectAccessible(page)

    const first = isMobile ? 1_000_000 : 2_000_000
    await choose(
      page,
      ...[0, 1, 2].map((n) => purchaseLine(first + n)),
      purchaseLine(first),
      purchaseLine(first + 3, { usd: '€1204.50' }),
    )
    await expect(current(page)).toHaveText(/Match columns/)
    await expect(page.getByText('5 of 6 recognised')).toBeVisible()
    await expect(page.getByText('Every purchase is completed.')).toBeVisible()
    const note = page.getByRole('combobox', { name: 'Column note becomes' })
    await expect(note).toHaveText('Not imported')
    await note.click()
    // Two columns can't become one field.
    await expect(page.getByRole('option', { name: 'USD' })).toBeDisabled()
    await page.getByRole('option', { name: 'Stage' }).click()
    await expect(note).toHaveText('Stage')
    await expectAccessible(page)
    await check(page)

    const dry = page.getByRole('status', { name: 'Dry run' })
    await expect(dry).toContainText('3rows will be taken')
    await expect(dry).toContainText('1are there already, skipped')
    await expect(dry).toContainText('1are refused')
    await expect(dry.getByText('“€1204.50”: Is not in US dollars.')).toBeVisible()
    await expectAccessible(page)
    const downloading = page.waitForEvent('download')
    await button(page, 'Download the report').click()
    const report = await (await downloading).path()
    expect(await readFile(report, 'utf8')).toContain('6,usd,€1204.50,Is not in US dollars')

    await button(page, 'Import 3 rows').click()
    await expect(page.getByText('rows were taken')).toBeVisible()
    await expectAccessible(page)
    if (isMobile) await button(page, 'Back to Connections').click()
    else {
      const link = page.getByRole('navigation').getByRole('link', { name: 'Connections' })
      await expect(link.and(page.locator('[aria-current=page]'))).toBeVisible()
      const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
      await crumbs.getByRole('link', { name: 'Connections' }).click()
    }
    await expect(page).toHaveURL(new RegExp(`/connections\\?.*project=${project}`))
    const caller = await signInCaller(app, ADMIN)
    expect(await caller.text(`/audit?projects=${project}`)).toContain('history.import')
  },
)

/** Writes a file of many purchases, without holding it in memory. */
async function writeFile(file: string, rows: number): Promise<void> {
  const out = createWriteStream(file)
  out.write(PURCHASE_HEADER)
  for (let n = 1; n <= rows; n += 1)
    if (!out.write(`\n${purchaseLine(n)}`)) await once(out, 'drain')
  out.end()
  await finished(out)
}

test(
  `An import of ${ROWS} rows is cancelled, resumed, interrupted by a killed server and resumed: nothing counts twice`,
  ALL,
  async ({ page, ownApp, openAs, allowConsole }, info) => {
    if (IS_LONG) test.setTimeout(LONG_MS)
    const limit = { timeout: IS_LONG ? LONG_MS : 120_000 }
    allowConsole(
      /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/,
    )
    const file = info.outputPath('purchases.csv')
    await writeFile(file, ROWS)
    await openAs(page, ADMIN, '/import?project=PYXIS', ownApp)
    await page.locator('input[type=file]').setInputFiles(file)
    const start = button(page, 'Start the dry run')
    await expect(start).not.toHaveAttribute('aria-disabled', 'true', limit)
    await start.click()
    const run = button(page, `Import ${ROWS.toLocaleString('en-US')} rows`)
    await expect(run).toBeVisible(limit)
    await run.click()
    const bar = page.getByRole('progressbar', { name: 'Import' })
    const isAt = (percent: number) =>
      expect(async () => {
        expect(Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThanOrEqual(percent)
      }).toPass({ ...limit, intervals: [50] })
    await isAt(1)
    await button(page, 'Cancel import').click()
    await expect(page.getByText('The rows taken so far stay.')).toBeVisible()

    await page.reload()
    await button(page, 'Resume import').click()
    await isAt(IS_LONG ? 50 : 30)
    await ownApp.stop('SIGKILL')
    const { port } = new URL(ownApp.url)
    const again = await startServer({ SALEROOM_DATA: ownApp.folder, PORT: port })
    await page.reload()
    await expect(page.getByText('The server stopped during the import.')).toBeVisible()
    await button(page, 'Resume import').click()
    await expect(page.getByText('rows were taken')).toBeVisible(limit)
    await expect(page.getByText(/^Finished in /)).toBeVisible()
    await page.close()
    expect(await again.stop()).toBe(0)

    const database = await openFolder(ownApp.folder)
    const [sums] = await database.query<{ count: number; cents: string }>(
      `select count(*)::int as count, (sum(payment_usd_amount) * 100)::bigint::text as cents
       from transactions where project_id = 'PYXIS' and source_event like 'import:%'`,
    )
    const [chunks] = await database.query<{ count: number }>(
      'select count(*)::int as count from import_chunks',
    )
    await database.close()
    expect([sums, chunks]).toEqual([{ count: ROWS, cents: String(sumOfLines(ROWS)) }, { count: 0 }])
  },
)

test('An upload that was cut off goes on after a reload, with the same file', async ({
  page,
  openAs,
  allowConsole,
}, info) => {
  allowConsole(/Failed to load resource/)
  const file = info.outputPath('purchases.csv')
  // Two chunks.
  await writeFile(file, 80_000)
  await page.route('**/chunks/1', (route) => route.abort())
  await openAs(page, ADMIN, '/import?project=PYXIS')
  await page.locator('input[type=file]').setInputFiles(file)
  // The columns are shown while the rest is uploaded.
  await expect(page.getByText('5 of 6 recognised')).toBeVisible()
  await expect(button(page, 'Start the dry run')).toHaveAttribute('aria-disabled', 'true')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.unroute('**/chunks/1')
  await expect(page.getByText('The upload stopped.')).toBeVisible()
  const chunks: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/chunks/')) chunks.push(new URL(request.url()).pathname)
  })
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(button(page, 'Start the dry run')).not.toHaveAttribute('aria-disabled', 'true')
  expect(chunks).toEqual([expect.stringMatching(/\/chunks\/1$/)])
  await button(page, 'Cancel').click()
  await expect(current(page)).toHaveText(/Choose a file/)
})

test('A file is chosen, matched and imported by keyboard', ALL, async ({ page, openAs }) => {
  await openAs(page, ADMIN, '/import?project=PYXIS')
  const keyboard = keyboardOf(page)
  // Before the keys: the browser takes a moment to report file dialogs, and Enter would be sooner.
  const opening = page.waitForEvent('filechooser')
  await keyboard.press(button(page, 'Choose a file'))
  await (await opening).setFiles(csv(purchaseLine(3_000_001), purchaseLine(3_000_002)))
  await keyboard.press(page.getByRole('combobox', { name: 'Column note becomes' }))
  await expect(page.getByRole('option', { name: 'Not imported' })).toBeVisible()
  await page.keyboard.press('Escape')
  await keyboard.press(button(page, 'Start the dry run'))
  await keyboard.press(button(page, 'Import 2 rows'))
  await expect(page.getByText('rows were taken')).toBeVisible()
})
