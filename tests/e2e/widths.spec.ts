import type { Page } from '@playwright/test'
import { fillChains } from '#tests/support/journeys/e2e-chain-rows.ts'
import { ALL, expect, test, type OpenAs } from '#tests/support/journeys/e2e.ts'
import { onLandscapePhones } from '#tests/support/screens/landscape-phones.ts'
import { layoutErrors } from '#tests/support/screens/layout-errors.ts'
import { WINDOW_SIZES } from '#tests/support/screens/window-sizes.ts'

interface Screen {
  path: string
  title: string
  /** For a list the path of its call. */
  rows?: string
  /** It shows the activity of a record. */
  hasActivity?: boolean
}

const LISTS: Screen[] = [
  { path: '/transactions', title: 'Transactions Search', rows: '/transactions' },
  { path: '/users', title: 'User Search', rows: '/wallets' },
  { path: '/manual-transactions', title: 'Manual Transactions', rows: '/manual-transactions' },
  { path: '/bonus-codes', title: 'Bonus Codes', rows: '/bonus-codes', hasActivity: true },
  {
    path: '/transactions?status=failed&status=expired&sort=payment_usd_amount',
    title: 'Transactions Search',
    rows: '/transactions',
  },
  { path: '/leads', title: 'Leads', rows: '/leads' },
  { path: '/activity', title: 'Activity', rows: '/audit' },
]
const OTHERS: Screen[] = [
  { path: '/', title: 'Home' },
  { path: '/channels', title: 'Channels' },
  { path: '/stages?project=AURA', title: 'Stages' },
  { path: '/launch-comparison', title: 'Launch comparison' },
  { path: '/bonus-codes/AURA/1', title: 'Bonus code' },
  { path: '/seo-scripts', title: 'SEO Scripts', hasActivity: true },
  { path: '/banners', title: 'Banners' },
  { path: '/project-settings', title: 'Project Settings', hasActivity: true },
  { path: '/team', title: 'Team' },
  { path: '/connections?project=AURA', title: 'Connections' },
  { path: '/import?project=AURA', title: 'Import' },
  { path: '/alerts', title: 'Alerts' },
  { path: '/account', title: 'Account' },
  { path: '/settlement?project=AURA', title: 'Settlement' },
  { path: '/transactions/payments?projects=AURA', title: 'Payments without a purchase' },
  { path: '/allocations?project=AURA', title: 'Allocations' },
]

const LONG_WORD = 'Long'.repeat(100)
const LONG_TEXT = 'A reason of many words '.repeat(17)
/** Longer than any text of the demo data. */
const LONG_FIELDS = {
  reason: LONG_TEXT,
  actor_email: `${LONG_WORD}@saleroom.example`,
  object_id: LONG_WORD,
  after: { name: LONG_WORD, note: LONG_TEXT },
  authorizer: `${LONG_WORD}@saleroom.example`,
  code: LONG_WORD,
  referral_code: LONG_WORD,
  email: `${LONG_WORD}@buyer.example`,
  mobile: '+1'.padEnd(400, '5'),
  stage_name: LONG_TEXT,
  payment_token_name: LONG_WORD,
  preferred_contact_time: LONG_TEXT,
  investment_amount: LONG_TEXT,
}

/** An entry of the activity of one record, of the day before. */
function changeOf(searched: URLSearchParams): Record<string, unknown> {
  return {
    id: '1',
    created_at: new Date(Date.now() - 86_400_000).toISOString(),
    actor_id: '1',
    actor_email: '',
    actor_role: 'admin',
    action: 'project.update',
    object: searched.get('object'),
    object_id: searched.get('object_id'),
    project_id: searched.get('projects'),
    before: {},
    after: {},
    ip: null,
  }
}

/** Puts long texts into the first row of a list's response. */
async function lengthenFirstRow(page: Page, rows: string) {
  await page.route(`**/v1${rows}?*`, async (route) => {
    const response = await route.fetch()
    // The app validates the response: a page has its rows in `results`.
    const body = (await response.json()) as { results: Record<string, unknown>[] }
    // The activity of one record has the record's id, and not every record has activity.
    const { searchParams } = new URL(route.request().url())
    const isOfOne = searchParams.has('object_id')
    const [first = isOfOne ? changeOf(searchParams) : undefined, ...others] = body.results
    const fields = Object.entries(LONG_FIELDS).filter(
      ([name]) => first && name in first && !(isOfOne && name === 'object_id'),
    )
    const results = [{ ...first, ...Object.fromEntries(fields) }, ...others]
    await route.fulfill({ response, json: { ...body, results } })
  })
}

/** Chooses a long stage, which a list's filters then show. */
async function lengthenFacets(page: Page) {
  await page.route('**/v1/transactions/facets?*', (route) =>
    route.fulfill({
      json: { stages: [LONG_TEXT.slice(0, 200), 'Stage 1'], payment_tokens: ['ETH'] },
    }),
  )
}

/** Puts a person with long names into the response of the team. */
async function lengthenTeam(page: Page) {
  await page.route('**/v1/team', async (route) => {
    const response = await route.fetch()
    // The app validates the response.
    const [first, ...others] = (await response.json()) as object[]
    const email = `${LONG_WORD}@saleroom.example`
    const projects = ['AURA', 'HELIX', LONG_WORD.slice(0, 100)]
    const long = { ...first, id: '0', email, role: 'r'.repeat(40), projects }
    await route.fulfill({ response, json: [long, first, ...others] })
  })
}

/** Fills Connections, whose lists are empty in the demo data, with one short and one long row each. */
async function fillConnections(page: Page) {
  const at = new Date().toISOString()
  const key = { id: '1', name: 'site', last4: 'x9Tf', created_at: at, last_used_at: at }
  const used = { ...key, last_refused_at: at, taken_today: 1_234_567, refused_today: 1_234_567 }
  const ends_at = new Date(Date.now() + 80_000_000).toISOString()
  await page.route('**/v1/projects/*/keys', (route) =>
    route.fulfill({ json: [used, { ...used, id: '2', name: LONG_WORD.slice(0, 100), ends_at }] }),
  )
  const refusal = { id: '1', at, key_id: '1', last4: 'x9Tf', event_id: 'p-1' }
  const long = { field: LONG_WORD.slice(0, 200), reason: LONG_TEXT.slice(0, 200) }
  await page.route('**/v1/projects/*/refusals', (route) =>
    route.fulfill({
      json: [
        { ...refusal, ...long, event: { id: LONG_WORD, note: LONG_TEXT } },
        { ...refusal, id: '2', field: 'status', reason: 'Invalid option', event: LONG_WORD },
      ],
    }),
  )
  const notice = { id: '1', project_id: 'AURA', kind: 'chat', attempts: 1, created_at: at }
  await page.route('**/v1/notices?*', (route) =>
    route.fulfill({
      json: [
        { ...notice, state: 'waiting', reason: null, next_attempt_at: ends_at, subject: '48219' },
        {
          ...notice,
          id: '2',
          kind: 'lead',
          state: 'failed',
          reason: LONG_TEXT.slice(0, 200),
          subject: 'nadia.k@saleroom.example',
        },
      ],
    }),
  )
}

/** Fills the lists of Alerts, which are empty in the demo data; the suggestions are the server's. */
async function fillAlerts(page: Page) {
  const at = new Date().toISOString()
  const device = { id: '1', created_at: at, last_notice_at: at, is_current: 0 }
  await page.route('**/v1/push/devices', (route) =>
    route.fulfill({ json: [{ ...device, name: LONG_WORD.slice(0, 100) }] }),
  )
  const fired = { kind: 'code_ending', project_id: 'AURA', at, path: '/bonus-codes' }
  const mail = { channel: 'mail', device: null, state: 'waiting', reason: LONG_TEXT }
  await page.route('**/v1/alerts/log', (route) =>
    route.fulfill({
      json: [
        { ...fired, id: '2', title: LONG_TEXT, text: LONG_TEXT, deliveries: [mail] },
        { ...fired, id: '1', title: 'EARLY is 92% used', text: 'AURA', deliveries: [] },
      ],
    }),
  )
}

/** Gives Settlement a payment token with a long name, large amounts and a saved statement. */
async function fillSettlement(page: Page) {
  await page.route('**/v1/settlement/summary?*', async (route) => {
    const response = await route.fetch()
    // The app validates the response.
    const { AURA: figures } = (await response.json()) as { AURA: { by_token: object[] } }
    const usd = '123456789012.34'
    const token = { payment_token_name: LONG_WORD, amount: usd, usd, purchases: 1_234_567 }
    const long = { by_token: [token, ...figures.by_token], gross_usd: usd, rounding_usd: '-0.01' }
    await route.fulfill({ response, json: { AURA: { ...figures, ...long } } })
  })
  await page.route('**/v1/settlement/statements?*', async (route) => {
    const { searchParams } = new URL(route.request().url())
    const period = { start_date: '2026-01-01T00:00:00.000Z', end_date: '2026-02-01T00:00:00.000Z' }
    const summary = new URL(route.request().url().replace('/statements', '/summary'))
    for (const [name, value] of Object.entries(period)) summary.searchParams.set(name, value)
    const response = await route.fetch({ url: summary.href })
    const { AURA: figures } = (await response.json()) as { AURA: object }
    const created = { created_at: new Date().toISOString(), created_by: LONG_FIELDS.email }
    const statement = { id: '1', project_id: 'AURA', tz: 'UTC', ...period, ...created, figures }
    const number = Number(searchParams.get('page') ?? '1')
    await route.fulfill({ response, json: { results: [statement], page: number, limit: 20 } })
  })
}

/** The names of the table's columns and of the facts in its opened row. */
async function shownLabels(page: Page): Promise<string[]> {
  const labels = page.getByRole('table').locator('[role=columnheader]:visible, dt:visible')
  return labels.allInnerTexts()
}

/** The columns that neither a list's table nor its opened row shows. */
async function lostColumns(page: Page, columns: readonly string[]): Promise<string[]> {
  if ((await page.getByRole('main').getByRole('article').count()) > 0) return []
  const shown = await shownLabels(page)
  return columns.filter((column) => !shown.includes(column)).map((column) => `lost: ${column}`)
}

/** Visits screens at every width, without a load in between. */
async function expectFits(page: Page, openAs: OpenAs, screens: readonly Screen[]) {
  for (const { rows } of screens) if (rows) await lengthenFirstRow(page, rows)
  await openAs(page, 'admin@saleroom.example', '/account')
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  for (const { path, title, rows, hasActivity } of screens) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.evaluate((to) => history.pushState(null, '', to), path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    const main = page.getByRole('main')
    await expect(main.locator('section, article, [role=row]').first()).toBeVisible()
    await expect(main.locator('[aria-busy=true]')).toHaveCount(0)
    const columns = rows ? await shownLabels(page) : []
    // With the bar of a selection, where rows can be selected.
    const box = main.getByRole('checkbox', { name: /^Select row/ }).first()
    if ((await box.count()) > 0) await box.click()
    if (rows) await main.locator('[role=row] [aria-expanded=false]').first().click()
    const refused = main.getByRole('table', { name: 'Refused events' })
    if (title === 'Connections') await refused.locator('[aria-expanded=false]').first().click()
    if (hasActivity)
      await expect(main.getByRole('group', { name: 'Activity' }).first()).toBeVisible()
    // Charts and lists follow the width with a short delay.
    const expectFitsAt = ({ width }: { width: number }) =>
      expect
        .poll(async () => [...(await layoutErrors(page)), ...(await lostColumns(page, columns))], {
          message: `${path} at ${width} px`,
        })
        .toEqual([])
    for (const size of WINDOW_SIZES) {
      await page.setViewportSize(size)
      await expectFitsAt(size)
    }
    await onLandscapePhones(page, expectFitsAt)
  }
}

test('No list breaks at any width, and none of its columns is lost', async ({ page, openAs }) => {
  await lengthenFacets(page)
  await expectFits(page, openAs, LISTS)
})

test('No other screen breaks at any width', async ({ page, openAs }) => {
  await lengthenTeam(page)
  await fillConnections(page)
  await fillAlerts(page)
  await fillSettlement(page)
  await fillChains(page, { word: LONG_WORD, text: LONG_TEXT })
  // The activity of a record.
  await lengthenFirstRow(page, '/audit')
  await expectFits(page, openAs, OTHERS)
})

test("The range in Home's bar is whole, because the legend yields to it", async ({
  page,
  openAs,
}) => {
  await openAs(page, 'admin@saleroom.example', '/')
  const bar = page.locator('header')
  const note = bar.locator('> div').first()
  await expect(note).toContainText('by month')
  await expect(bar.getByRole('list', { name: 'Projects' })).toBeVisible()
  for (const width of [1200, 1240, 1280, 1320, 1360, 1400, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    // A fraction of a pixel too little is enough for an ellipsis.
    const missing = () =>
      note.evaluate((element) => {
        const text = document.createRange()
        text.selectNodeContents(element)
        return text.getBoundingClientRect().right - element.getBoundingClientRect().right
      })
    await expect.poll(missing, { message: `${width} px` }).toBeLessThanOrEqual(0)
  }
})

test('In a low window the whole sidebar scrolls, Logout with it', ALL, async ({ page, openAs }) => {
  await openAs(page, 'admin@saleroom.example', '/leads')
  const logout = page.getByRole('button', { name: 'Logout' })
  await expect(logout).toBeInViewport()
  await page.setViewportSize({ width: 1440, height: 300 })
  await expect(logout).not.toBeInViewport()
  await expect(page.getByRole('link', { name: 'Home' })).toBeInViewport()
  await logout.focus()
  await expect(logout).toBeInViewport()
})

test(
  'On a phone the project of a page is chosen over the whole width, on a desktop beside its line',
  ALL,
  async ({ page, openAs }) => {
    await openAs(page, 'admin@saleroom.example', '/banners')
    for (const path of ['/banners', '/connections', '/import', '/settlement', '/stages']) {
      await page.goto(path)
      const select = page.getByRole('combobox', { name: 'Project', exact: true })
      for (const { window, widths } of [
        { window: 390, widths: [320, 366] },
        { window: 1440, widths: [240, 240] },
      ]) {
        await page.setViewportSize({ width: window, height: 844 })
        await expect(async () => {
          const { width = 0 } = (await select.boundingBox()) ?? {}
          expect(width).toBeGreaterThanOrEqual(widths[0] ?? 0)
          expect(width).toBeLessThanOrEqual(widths[1] ?? 0)
        }).toPass()
      }
    }
  },
)
