import type { Page } from '@playwright/test'
import type { CodeWindows } from '#src/wire/code-effects.ts'
import {
  newDevice,
  signInAt,
  storedTextWith,
  untilShellIsKept,
} from '#tests/support/journeys/e2e-device.ts'
import { ALL, expect, PHONE, test } from '#tests/support/journeys/e2e.ts'
import { keyboardOf } from '#tests/support/screens/keyboard.ts'
import { expectNoSideways, tap } from '#tests/support/screens/touch.ts'

const ADMIN = 'admin@saleroom.example'
const SUMMER = { code: 'NOVA-SUMMER', project: 'NOVA' }
const COMPARISON = 'NOVA before, during and after'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true })

interface Database {
  query: <Row>(sql: string) => Promise<Row[]>
}

/** The page of a code of the demo data that has ended. */
async function summerPath(database: Database): Promise<string> {
  const [code] = await database.query<{ id: string }>(
    `select id::text from bonus_codes where code = '${SUMMER.code}'`,
  )
  if (!code) throw new Error('no demo data')
  return `/bonus-codes/${SUMMER.project}/${code.id}`
}

test(
  'A code in the list leads to its page, and the page to a new code like it',
  PHONE,
  async ({ page, openAs, database, isMobile, expectAccessible }) => {
    const path = await summerPath(database)
    await openAs(page, ADMIN, `/bonus-codes?projects=${SUMMER.project}`)
    const link = page.getByRole('main').getByRole('link', { name: SUMMER.code })
    await (isMobile ? tap(link) : link.click())
    await expect(page).toHaveURL(new RegExp(`${path}(\\?|$)`))
    await expect(page).toHaveTitle(`Bonus code ${SUMMER.code} · Saleroom`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bonus code')
    for (const name of ['With this code', 'Per day', COMPARISON, 'Sources', 'Countries'])
      await expect(region(page, name)).toBeVisible()
    await expect(region(page, 'Bonus code').getByText('Ended')).toBeVisible()
    for (const name of ['Per day data', 'Sources data', 'Countries data'])
      await expect(table(page, name).getByRole('row').nth(1)).toBeAttached()
    await expectAccessible(page)
    if (isMobile) await expectNoSideways(page)

    const template = page.getByRole('button', { name: 'Use as template' })
    await (isMobile ? tap(template) : template.click())
    const dialog = page.getByRole('dialog', { name: 'Create a Bonus Code' })
    await expect(dialog.getByRole('combobox', { name: 'Project' })).toHaveText(/NOVA/)
    await expect(dialog.getByLabel('Percentage')).toHaveValue('12.5')
    await expect(dialog.getByLabel('Max uses')).toHaveValue('5000')
    await expect(dialog.getByLabel('Code', { exact: true })).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    expect(new URL(page.url()).search).not.toMatch(/action|percentage|project_id/)
  },
)

test(
  'By keyboard the page is read, its file downloaded, and the list is found again',
  ALL,
  async ({ page, openAs, database }) => {
    // The code with the most sources: they open and close.
    const [widest] = await database.query<{ path: string; code: string }>(
      `select '/bonus-codes/' || c.project_id || '/' || c.id as path, c.code from bonus_codes c
         join bonus_transactions b on b.bonus_code_id = c.id
         join transactions t on t.id = b.transaction_id
       group by c.id, c.project_id, c.code order by count(distinct t.utm_source) desc limit 1`,
    )
    if (!widest) throw new Error('no demo data')
    await openAs(page, ADMIN, widest.path)
    await expect(region(page, 'Countries')).toBeVisible()
    const keyboard = keyboardOf(page)
    const coming = page.waitForEvent('download')
    await keyboard.press(region(page, 'Per day').getByRole('button', { name: 'Download CSV' }))
    expect((await coming).suggestedFilename()).toBe(`${widest.code}-per-day.csv`)
    const all = region(page, 'Sources').getByRole('button', { name: 'Show all' })
    await keyboard.press(all)
    await expect(
      region(page, 'Sources').getByRole('button', { name: 'Show fewer', expanded: true }),
    ).toBeFocused()
    const back = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link')
    await keyboard.press(back)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bonus Codes')
  },
)

test.describe('With the worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('Offline the page shows what was saved, with its age', ALL, async ({ app, database }) => {
    const path = await summerPath(database)
    const device = await newDevice()
    const { page, context } = await device.open()
    await signInAt(page, app.url, ADMIN)
    await untilShellIsKept(page)
    await page.goto(`${app.url}${path}`)
    await expect(region(page, 'Sources')).toBeVisible()
    await storedTextWith(page, /share_of_project/)
    await context.setOffline(true)
    await page.goto(`${app.url}${path}`)
    await expect(region(page, COMPARISON)).toBeVisible()
    await expect(page.getByRole('status', { name: 'Offline' })).toContainText(/showing data from/i)
    await page.goto(`${app.url}/bonus-codes/NOVA/999999999`)
    await expect(
      page.getByText('You are offline, and this bonus code was not saved on this device.'),
    ).toBeVisible()
    await device.discard()
  })
})

/** Three codes and a stage in the requested period. */
async function routeWindows(page: Page): Promise<void> {
  await page.route('**/v1/bonus-codes/windows?*', (route) => {
    const query = new URL(route.request().url()).searchParams
    const start = Date.parse(query.get('start_date') ?? '')
    const end = Date.parse(query.get('end_date') ?? '')
    const at = (share: number) => new Date(start + (end - start) * share).toISOString()
    const code = (id: string, from: number, to: number | null) => ({
      project_id: 'NOVA',
      id,
      code: `NOVA-${id}`,
      percentage: 15,
      start_date: at(from),
      end_date: to === null ? null : at(to),
      disabled: 0 as const,
      disabled_at: null,
      uses: 412,
      max_uses: 1000,
    })
    const json: CodeWindows = {
      codes: [code('24', 0.1, 0.3), code('25', 0.5, 0.8), code('26', 0.4, null)],
      stages: [{ project_id: 'NOVA', stage_name: 'Stage 5', first_at: at(0.6) }],
    }
    return route.fulfill({ json })
  })
}

test(
  'Codes and stages stand under the bars of Home, and lead to their pages',
  PHONE,
  async ({ page, openAs, isMobile, expectAccessible }) => {
    await routeWindows(page)
    await openAs(page, ADMIN, '/?period=month')
    const card = region(page, 'Transactions')
    const list = card.getByRole('list', { name: 'Bonus codes in this period' })
    const marks = list.getByRole('link')
    await expect(marks).toHaveCount(3)
    await expect(marks.first()).toHaveAccessibleName(/^NOVA-24, NOVA, \w+ \d+ – \w+ \d+/)
    for (const mark of await marks.all()) {
      const { height = 0, width = 0 } = (await mark.boundingBox()) ?? {}
      expect(Math.min(height, width)).toBeGreaterThanOrEqual(24)
    }
    const height = (await card.boundingBox())?.height
    const toggle = card.getByRole('button', { name: 'Codes and stages' })
    await expect(toggle).toHaveAttribute('aria-pressed', 'true')
    await expectAccessible(page)
    await (isMobile ? tap(toggle) : toggle.click())
    await expect(list).toHaveCount(0)
    expect((await card.boundingBox())?.height).toBe(height)
    await page.reload()
    await expect(toggle).toHaveAttribute('aria-pressed', 'false')
    await (isMobile ? tap(toggle) : toggle.click())
    await expect(marks).toHaveCount(3)

    const tip = page.getByRole('tooltip').filter({ hasText: 'NOVA-24' })
    if (isMobile) await marks.first().tap()
    else await marks.first().hover()
    await expect(tip).toContainText('412 of 1,000')
    await expectAccessible(page)
    if (isMobile) await expectNoSideways(page)
    await tip.getByRole('link', { name: 'Open the code’s page' }).click()
    await expect(page).toHaveURL(/\/bonus-codes\/NOVA\/24(\?|$)/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bonus code')
  },
)

test('By keyboard, arrow keys lead from mark to mark', ALL, async ({ page, openAs }) => {
  await routeWindows(page)
  await openAs(page, ADMIN, '/?period=month')
  const card = region(page, 'Transactions')
  const marks = card.getByRole('list', { name: 'Bonus codes in this period' }).getByRole('link')
  await expect(marks).toHaveCount(3)
  const keyboard = keyboardOf(page)
  await keyboard.to(marks.first())
  await expect(page.getByRole('tooltip')).toContainText('NOVA-24')
  await page.keyboard.press('ArrowRight')
  await keyboard.isAt(marks.nth(1))
  await page.keyboard.press('ArrowRight')
  await keyboard.isAt(marks.nth(2))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/bonus-codes\/NOVA\/25(\?|$)/)
})

test('The ring has no codes under it', ALL, async ({ page, openAs }) => {
  await routeWindows(page)
  await openAs(page, ADMIN, '/?period=month')
  const card = region(page, 'Transactions')
  await expect(card.getByRole('list', { name: 'Bonus codes in this period' })).toBeVisible()
  await card.getByRole('button', { name: 'Pie chart' }).click()
  await expect(card.getByRole('list', { name: 'Bonus codes in this period' })).toHaveCount(0)
  await expect(card.getByRole('button', { name: 'Codes and stages' })).toHaveCount(0)
})
