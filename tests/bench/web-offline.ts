import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type BrowserContext, type Page } from 'playwright'
import { browserOptions, signIn, startApp } from './built-app.ts'
import { ms, quantile } from './measure.ts'
import { CARDS, cpuOf, waitForCards } from './web-measures.ts'

// Home after a start of the browser, with the CPU at full speed and slowed 4 times. Cold: signed in, but
// nothing of the app on the device. Warm: in a profile that has opened it before, with the server and
// without it, and compared with a minimal page served by the same worker. With BENCH_AGAINST=<another
// build's dist> both builds are measured in turns.

const RUNS = 7
/** Time for what follows the figures. */
const SETTLE_MS = 2500
const CPU_SLOWDOWNS = [1, 4] as const
const SCREENS = [
  { name: 'desktop', viewport: { width: 1440, height: 900 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
] as const
type Screen = (typeof SCREENS)[number]

const other = process.env['BENCH_AGAINST']
const BUILDS = [
  { name: '', dist: 'dist' },
  ...(other === undefined ? [] : [{ name: 'other build, ', dist: other }]),
]

type Task = { at: number; duration: number }

/** Milliseconds since the start of the navigation; infinite if it did not happen. */
interface Start {
  paint: number
  figure: number
  /** Figures in every card, also kept ones. */
  cards: number
  age: number
  /** The longest task after the first paint. */
  task: number
}

const COLUMNS = {
  paint: 'first paint',
  figure: 'figures',
  cards: 'all cards',
  age: 'age',
  task: 'longest task',
} as const
const median = (starts: readonly Start[], what: keyof Start) =>
  quantile(
    starts.map((start) => start[what]),
    0.5,
  )
const row = (what: string, starts: readonly Start[], target = '') => {
  const cells = Object.entries(COLUMNS).map(([column, title]) =>
    `${ms(median(starts, column as keyof Start))} ms`.padStart(Math.max(title.length, 9)),
  )
  console.log(`  ${what.padEnd(42)} ${cells.join('   ')} ${target}`)
}

async function openProfile(folder: string, { viewport }: Screen): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, {
    ...(await browserOptions()),
    viewport,
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
  })
}

/** Records in the page its long tasks, and when the first frames with what a start waits for are shown. */
async function watchStart(page: Page): Promise<void> {
  await page.addInitScript((cards) => {
    const start = { figure: 0, cards: 0, age: 0, tasks: [] as Task[] }
    Object.assign(globalThis, { start })
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        start.tasks.push({ at: startTime, duration })
    }).observe({ type: 'longtask', buffered: true })
    const isCovered = () => {
      const cover = document.querySelector('[role=progressbar][aria-label=Loading]')?.parentElement
      return cover ? getComputedStyle(cover).pointerEvents !== 'none' : false
    }
    const hasCards = () => {
      const regions = [...document.querySelectorAll('main section[aria-busy]')]
      // The tools and the title have no digits; a card that loads has no others.
      const full = regions.filter((region) => /\d/.test(region.lastElementChild?.textContent ?? ''))
      // The minimal page has none.
      return full.length >= (document.querySelector('#root') ? cards : 0)
    }
    const check = () => {
      // The first card, or the whole minimal page.
      const first = document.querySelector('main section') ?? document.body
      const hasFigure = /\$[\d,]+\.\d\d/.test(first?.textContent ?? '')
      if (hasFigure && !isCovered()) {
        if (start.figure === 0) start.figure = performance.now()
        if (start.cards === 0 && hasCards()) start.cards = performance.now()
        const text = document.body.textContent ?? ''
        if (start.age === 0 && /(?:saved at|as of|showing data from) \d\d:\d\d/i.test(text))
          start.age = performance.now()
      }
      if (start.age === 0 || start.cards === 0) requestAnimationFrame(check)
    }
    // One frame later, when the content has been painted.
    requestAnimationFrame(check)
  }, CARDS)
}

const paintOf = (page: Page) =>
  page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
  )

/** One start of the browser at the address. */
async function measureStart(
  { folder, screen }: { folder: string; screen: Screen },
  slowdown: number,
  url: string,
): Promise<Start> {
  const context = await openProfile(folder, screen)
  const page = context.pages()[0] ?? (await context.newPage())
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await watchStart(page)
  await page.goto(url)
  await page.waitForFunction(() => {
    const { age, cards } = Reflect.get(globalThis, 'start')
    return age > 0 && cards > 0
  })
  // Charts and the other cards follow.
  await pause(SETTLE_MS)
  const paint = await paintOf(page)
  const start = await page.evaluate(() => {
    // The init script sets it.
    return (globalThis as unknown as { start: Omit<Start, 'paint' | 'task'> & { tasks: Task[] } })
      .start
  })
  await context.close()
  const task = Math.max(0, ...start.tasks.filter(({ at }) => at > paint).map((it) => it.duration))
  return { paint, figure: start.figure, cards: start.cards, age: start.age, task }
}

/** A minimal page with a figure, served by the app's worker, which caches the whole app. */
async function bareSite(dist: string) {
  const page =
    '<!doctype html><title>bare</title><p>$1.00 as of 00:00<script>navigator.serviceWorker.register("/sw.js")</script>'
  const client = path.resolve(dist, 'client')
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const isScript = pathname.endsWith('.js')
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    const isPage = pathname === '/' || pathname === '/index.html'
    readFile(path.join(client, isPage ? 'sw.js' : pathname)).then(
      (file) => response.end(isPage ? page : file),
      () => response.writeHead(404).end(),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Removes from a profile what the app has stored, but for the session. */
async function clearProfile(folder: string, screen: Screen, url: string): Promise<void> {
  const context = await openProfile(folder, screen)
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  // Not the app, which would hold its database.
  await page.goto(`${url}/icons/favicon.v1.svg`)
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        indexedDB.deleteDatabase('saleroom:v2:cache').addEventListener('success', resolve)
      }),
  )
  const storageTypes = 'service_workers,cache_storage'
  await cdp.send('Storage.clearDataForOrigin', { origin: url, storageTypes })
  await cdp.send('Network.clearBrowserCache')
  await context.close()
}

const waitForWorker = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })

/** Waits until the responses of all cards, and the record of their use, are in IndexedDB. */
const waitForCache = (page: Page) =>
  page.waitForFunction(
    () =>
      new Promise<boolean>((resolve) => {
        const opening = indexedDB.open('saleroom:v2:cache')
        opening.addEventListener('success', () => {
          const database = opening.result
          const reading = database.transaction('entries').objectStore('entries').getAllKeys()
          reading.addEventListener('success', () => {
            database.close()
            const keys = reading.result.map(String)
            resolve(keys.length > 13 && keys.some((key) => key.endsWith('#used')))
          })
        })
      }),
    null,
    { polling: 500 },
  )

/** One build and its minimal page in one profile. */
async function openSite({ name, dist }: (typeof BUILDS)[number], screen: Screen) {
  const app = await startApp(dist)
  const bare = await bareSite(dist)
  const folder = await mkdtemp(path.join(tmpdir(), 'saleroom-profile-'))
  const context = await openProfile(folder, screen)
  const page = await context.newPage()
  await page.goto(bare.url)
  await waitForWorker(page)
  await signIn(page, app.url)
  await waitForCards(page)
  await waitForWorker(page)
  await waitForCache(page)
  await context.close()
  let isStopped = false
  const stop = async () => {
    if (isStopped) return
    isStopped = true
    await Promise.all([app.stop(), bare.stop()])
  }
  const discard = () => rm(folder, { recursive: true, force: true })
  return { name, url: app.url, bareUrl: bare.url, folder, screen, stop, discard }
}

type Site = Awaited<ReturnType<typeof openSite>>

/** Measures the sites in turns, so that a change of the machine's speed meets all of them. */
async function inTurns(
  sites: readonly Site[],
  measure: (site: Site) => Promise<Start>,
): Promise<Start[][]> {
  const starts = sites.map((): Start[] => [])
  for (let run = 0; run < RUNS; run += 1)
    for (const [place, site] of sites.entries()) starts[place]?.push(await measure(site))
  return starts
}

/** What one slowdown of the CPU measures, while the servers run. */
async function measureOnline(sites: readonly Site[], slowdown: number) {
  const cold = await inTurns(sites, async (site) => {
    await clearProfile(site.folder, site.screen, site.url)
    return measureStart(site, slowdown, site.url)
  })
  // The next start has what the last cold one has stored.
  const warm = await inTurns(sites, (site) => measureStart(site, slowdown, site.url))
  return { slowdown, cold, warm }
}

console.log(`Home from a start of the browser, medians of ${RUNS} runs`)
console.log(
  `  ${' '.repeat(42)} ${Object.values(COLUMNS)
    .map((name) => name.padStart(9))
    .join('   ')}`,
)
for (const screen of SCREENS) {
  const sites: Site[] = []
  try {
    for (const build of BUILDS) sites.push(await openSite(build, screen))
    const online = []
    for (const slowdown of CPU_SLOWDOWNS) online.push(await measureOnline(sites, slowdown))
    await Promise.all(sites.map(({ stop }) => stop()))
    for (const { slowdown, cold, warm } of online) {
      const offline = await inTurns(sites, (site) => measureStart(site, slowdown, site.url))
      const bare = await inTurns(sites, (site) => measureStart(site, slowdown, site.bareUrl))
      for (const [place, { name }] of sites.entries()) {
        const of = `${name}${screen.name}, CPU 1/${slowdown}`
        row(`${of}, cold`, cold[place] ?? [])
        row(`${of}, warm`, warm[place] ?? [])
        const times = median(offline[place] ?? [], 'figure') / median(bare[place] ?? [], 'figure')
        const targets = slowdown === 1 ? '' : '; targets: 1000 ms, 3 ×, tasks 100 ms'
        row(
          `${of}, offline`,
          offline[place] ?? [],
          `(figures ${times.toFixed(1)} × the minimal page${targets})`,
        )
        row(`${of}, minimal page, offline`, bare[place] ?? [])
      }
    }
  } finally {
    await Promise.all(sites.map(({ stop }) => stop()))
    await Promise.all(sites.map(({ discard }) => discard()))
  }
}
const browser = await chromium.launch(await browserOptions())
try {
  const page = await browser.newPage()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: Math.max(...CPU_SLOWDOWNS) })
  console.log(`  CPU speed: rounds in 100 ms: ${await cpuOf(page)}`)
} finally {
  await browser.close()
}
