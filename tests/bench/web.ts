import { chromium, type Locator, type Page } from 'playwright'
import { fetchedCode, isAtRest, watchShown } from '#tests/support/journeys/e2e-code.ts'
import type { Shown } from '#tests/support/journeys/e2e-code.ts'
import { browserOptions, heapMegabytes, signIn, startApp } from './built-app.ts'
import { ms, quantile } from './measure.ts'
import { changeRange, cpuOf, interact, longTasks, waitForCards } from './web-measures.ts'

// Home in the built app on the real server with demo data, in Chromium with the CPU slowed 4 times,
// compared with a minimal page of the same size in the same run.

const RUNS = 7
const CPU_SLOWDOWN = 4
const CHANGES = 200
const FIRST_CHANGES = 50
const PERIODS = ['Week', 'Month'] as const

const median = (times: readonly number[]) => quantile(times, 0.5)
const line = (what: string, value: string, target = '') =>
  console.log(`  ${what.padEnd(44)} ${value}${target === '' ? '' : `   (target ${target})`}`)

const app = await startApp()
const browser = await chromium.launch(await browserOptions())

async function slowed(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return cdp
}

async function openPage(): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    timezoneId: 'Europe/Berlin',
    locale: 'en-US',
    serviceWorkers: 'block',
  })
  return context.newPage()
}

/**
 * Measures a first load of Home, signed in and without a cache, to the first figure and to all cards, and a
 * later one, whose figures and files are on the device.
 */
async function firstFigures() {
  const figures: number[] = []
  const cards: number[] = []
  const warm = { figures: [] as number[], cards: [] as number[] }
  const bare: number[] = []
  const seconds: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const page = await openPage()
    await slowed(page)
    await signIn(page, app.url)
    await waitForCards(page)
    // A new document of the same session, with an empty HTTP cache.
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Network.enable')
    await cdp.send('Network.clearBrowserCache')
    const tasks = await longTasks(page)
    await page.goto(`${app.url}/?period=month`)
    const found = await waitForCards(page)
    figures.push(found.firstFigure)
    cards.push(found.allCards)
    seconds.push(...(await tasks.list()).toSorted((a, b) => b - a).slice(1, 2))
    await page.goto(`${app.url}/?period=month`)
    const kept = await waitForCards(page, 'figures')
    warm.figures.push(kept.firstFigure)
    warm.cards.push(kept.allCards)
    bare.push(await bareLoad(page, found.scripts))
    await page.context().close()
  }
  return { figures, cards, warm, bare, seconds }
}

/** Measures the first paint of a minimal page that fetches the same scripts without running them. */
async function bareLoad(page: Page, scripts: readonly string[]): Promise<number> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.clearBrowserCache')
  await page.route('**/bare.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>bare</title><p>0' }),
  )
  await page.goto(`${app.url}/bare.html`)
  return page.evaluate(async (urls) => {
    const start = performance.now()
    await Promise.all(urls.map((url) => fetch(url).then((answer) => answer.text())))
    document.body.textContent = '1'
    await new Promise((resolve) => {
      requestAnimationFrame(() => setTimeout(resolve))
    })
    return performance.now() - start
  }, scripts)
}

/** The gzipped JavaScript that a browser fetches, to each thing that the two first pages show. */
async function firstLoads(): Promise<void> {
  const page = await openPage()
  await watchShown(page)
  const print = async (what: string, shown?: Shown) => {
    const { kb, files } = await fetchedCode(page, shown)
    line(what, `${kb.toFixed(1)} KB in ${files} files`)
  }
  console.log('First loads, gzipped JavaScript')
  await page.goto(`${app.url}/login`)
  await untilAtRest(page, 'background')
  await print('Login, drawn', 'form')
  await print('Login, at rest')
  await signIn(page, app.url)
  await page.goto(`${app.url}/`)
  await untilAtRest(page, 'FindEverything')
  await print('Home, first chart', 'chart')
  await print('Home, all cards', 'cards')
  await print('Home, at rest')
  await page.context().close()
}

async function untilAtRest(page: Page, lastScript: string): Promise<void> {
  while (!(await isAtRest(page, lastScript)))
    await new Promise((resolve) => {
      setTimeout(resolve, 200)
    })
}

try {
  await firstLoads()
  console.log(`\nHome, CPU slowed ${CPU_SLOWDOWN} times, medians of ${RUNS} runs`)
  const first = await firstFigures()
  line('first figures, cold', `${ms(median(first.figures))} ms`)
  line('all ten cards painted, cold', `${ms(median(first.cards))} ms`)
  line('first figures, warm', `${ms(median(first.warm.figures))} ms`, 'half of cold')
  line('figures in all ten cards, warm', `${ms(median(first.warm.cards))} ms`, 'half of cold')
  line('minimal page with the same scripts', `${ms(median(first.bare))} ms`)
  line('longest task except the first chart', `${ms(median(first.seconds))} ms`, 'under 150')

  const page = await openPage()
  const cdp = await slowed(page)
  await signIn(page, app.url)
  await waitForCards(page)
  line('CPU speed', `${await cpuOf(page)} rounds in 100 ms`)

  // Both periods are cached after their first visit.
  const cached: number[] = []
  for (const name of PERIODS) {
    await page.getByRole('radio', { name, exact: true }).click()
    await waitForCards(page)
  }
  for (let run = 0; run < 2 * RUNS; run++) {
    const name = PERIODS[run % PERIODS.length] ?? 'Week'
    cached.push(await interact(page, page.getByRole('radio', { name, exact: true }), 'range'))
    await waitForCards(page)
  }
  line('filter change with cached data to paint', `${ms(median(cached))} ms`, 'under 100')

  const fetched: number[] = []
  for (let run = 0; run < RUNS; run++) fetched.push(await changeRange(page, run + 1))
  line('filter change, last byte to paint', `${ms(median(fetched))} ms`, 'under 300')

  const byControl = await interactions(page)
  const clicks = [...byControl.values()].flat()
  line('interaction latency, p98', `${ms(quantile(clicks, 0.98))} ms`, 'under 100')
  line('interaction latency, median', `${ms(median(clicks))} ms of ${clicks.length}`)
  for (const [name, times] of byControl) line(`  ${name}, median`, `${ms(median(times))} ms`)

  // Memory does not depend on CPU speed.
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const heaps: number[] = []
  for (let change = 1; change <= CHANGES; change++) {
    // Both samples use the same range, because other ranges have responses of other sizes.
    await changeRange(page, (change % FIRST_CHANGES) + 10)
    if (change === FIRST_CHANGES || change === CHANGES) heaps.push(await heapMegabytes(cdp))
  }
  const [early = Number.NaN, late = Number.NaN] = heaps
  const growth = ((late - early) / early) * 100
  line('heap after 50 filter changes', `${early.toFixed(1)} MB`)
  line('heap after 200 filter changes', `${late.toFixed(1)} MB, ${growth.toFixed(1)} %`, 'under 5')
} finally {
  await browser.close()
  await app.stop()
}

/** Measures every control of Home, in both directions, by its name. */
async function interactions(page: Page): Promise<Map<string, number[]>> {
  const card = (name: string) => page.getByRole('region', { name })
  const privacy = page.getByRole('switch', { name: 'Privacy mode' })
  const unknown = page.getByRole('switch', { name: 'Exclude unknown' })
  const controls: readonly [name: string, control: Locator][] = [
    ['Transactions, metric', card('Transactions').getByRole('radio', { name: 'Transactions' })],
    ['Transactions, metric', card('Transactions').getByRole('radio', { name: 'Amount' })],
    ['Pie chart', card('Transactions').getByRole('button', { name: 'Pie chart' })],
    ['Bar chart', card('Transactions').getByRole('button', { name: 'Bar chart' })],
    ['Countries, metric', card('Countries').getByRole('radio', { name: 'Transactions' })],
    ['Countries, metric', card('Countries').getByRole('radio', { name: 'Amount' })],
    ['Countries, page', card('Countries').getByRole('button', { name: 'Next page' })],
    ['Countries, page', card('Countries').getByRole('button', { name: 'Previous page' })],
    ['Exclude unknown', unknown],
    ['Exclude unknown', unknown],
    ['Privacy mode on', privacy],
    ['Privacy mode off', privacy],
    ['UTM Plus, a campaign', card('UTM Plus').getByRole('button', { name: / \/ / }).first()],
    ['UTM Plus, Back', card('UTM Plus').getByRole('button', { name: 'Back' })],
  ]
  const times = new Map<string, number[]>(controls.map(([name]) => [name, []]))
  for (let run = 0; run < RUNS; run++) {
    for (const [name, control] of controls) {
      times.get(name)?.push(await interact(page, control, 'paint'))
    }
  }
  return times
}
