import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Page } from 'playwright'
import { browserOptions, signIn, startApp } from './built-app.ts'
import { ms } from './measure.ts'
import { waitForCards } from './web-measures.ts'

// The longest main-thread task with thousands of long labels from every call that returns labels, in
// the built app, without CPU throttling.

const MANY = 4_000
/** Time for rendering after the figures have arrived. */
const SETTLE_MS = 1_000
const LETTERS = 'etaoin shrdlu cmfwyp vbgkqjxz '

/** A unique label of the given length. */
const label = (length: number, seed: number) =>
  Array.from(
    { length },
    (_, at) =>
      LETTERS[(Math.imul(seed * 131 + at * 7919 + 1, 2_654_435_761) >>> 8) % LETTERS.length],
  ).join('')

const LABELS = [
  ...Array.from({ length: MANY }, (_, seed) => label(30, seed)),
  ...Array.from({ length: 50 }, (_, seed) => label(1_000, seed)),
]
const row = (at: number) => ({ total_amount: 1_000 + (at % 977), total_transactions: 1 + (at % 7) })
const answer = (of: (text: string) => object) =>
  JSON.stringify({ AURA: LABELS.map((text, at) => ({ ...of(text), ...row(at) })) })

const HOME = {
  '/v1/countries/summary': answer((country) => ({ country })),
  '/v1/referrers/summary': answer((referrer) => ({ referrer })),
  '/v1/utm/summary': answer((source) => ({ utm_source: source })),
  '/v1/currencies/summary': answer((currency) => ({ currency })),
  '/v1/utm-plus/summary': answer((text) => ({
    utm_source: text,
    utm_medium: text.slice(0, 20),
    country: text,
  })),
}

const LONG = Array.from({ length: 20 }, (_, seed) => label(1_000, seed))
const results = (of: (text: string, id: string) => object) =>
  JSON.stringify({ results: LONG.map((text, at) => of(text, String(at))), page: 1, limit: 20 })
const AT = '2026-01-01T00:00:00.000Z'
const LISTS = [
  {
    route: '/bonus-codes',
    call: '/v1/bonus-codes',
    body: results((code, id) => ({
      id,
      project_id: 'AURA',
      code,
      percentage: 5,
      uses: 0,
      disabled: 0,
      tokens_come_from_stage_tokens: 0,
      created_at: AT,
    })),
  },
  {
    route: '/manual-transactions',
    call: '/v1/manual-transactions',
    body: results((reason, id) => ({
      id,
      project_id: 'AURA',
      wallet_address: `0x${'a'.repeat(40)}`,
      reason,
      tokens: '5',
      authorizer: reason,
      created_at: AT,
      updated_at: AT,
    })),
  },
]

const app = await startApp()
const browser = await chromium.launch(await browserOptions())

async function openPage(): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await signIn(page, app.url)
  await waitForCards(page)
  return page
}

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** Microseconds of the thread's own time. */
  tdur?: number
  args?: { name?: string }
}

function longestTask(trace: Buffer): number {
  // The trace format of Chromium.
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const threads = traceEvents.filter(
    ({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain',
  )
  const isMain = ({ pid, tid }: TraceEvent) =>
    threads.some((thread) => thread.pid === pid && thread.tid === tid)
  const times = traceEvents.filter(isMain).map(({ tdur }) => (tdur ?? 0) / 1_000)
  return times.reduce((most, time) => Math.max(most, time), 0)
}

/** The longest task while a screen is opened and used and one call returns long labels. */
async function longest(
  [call, body]: readonly [call: string, body: string],
  visit: (page: Page) => Promise<void>,
): Promise<number> {
  const page = await openPage()
  await page.route(`**${call}?**`, (route) =>
    route.fulfill({ contentType: 'application/json', body }),
  )
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
  await visit(page)
  await pause(SETTLE_MS)
  const trace = await browser.stopTracing()
  await page.context().close()
  return longestTask(trace)
}

const line = (what: string, value: number) =>
  console.log(`  ${what.padEnd(44)} ${ms(value)} ms   (target under 100)`)

async function openHome(page: Page) {
  await page.goto(`${app.url}/?period=month`)
  await waitForCards(page)
}

async function searchAll(page: Page) {
  await openHome(page)
  const card = page.getByRole('region', { name: 'UTM Sources' })
  await card.getByRole('button', { name: 'Show all' }).click()
  const box = page.getByRole('dialog').getByRole('searchbox', { name: 'Search' })
  await box.pressSequentially('summer campaing', { delay: 50 })
  await box.fill(label(200, 3))
}

try {
  console.log(`${MANY} labels of 30 characters and 50 of 1,000: the longest task`)
  line('Home with the demo data', await longest(['/none', ''], openHome))
  for (const entry of Object.entries(HOME)) line(entry[0], await longest(entry, openHome))
  line(
    'UTM Sources: all, searched',
    await longest(['/v1/utm/summary', HOME['/v1/utm/summary']], searchAll),
  )
  for (const { route, call, body } of LISTS) {
    const openList = async (page: Page) => {
      await page.goto(`${app.url}${route}`)
      await page
        .getByText(LONG[0]?.slice(0, 20) ?? '')
        .first()
        .waitFor()
    }
    line(`20 rows of ${route}, 1,000 characters`, await longest([call, body], openList))
  }
} finally {
  await browser.close()
  await app.stop()
}
