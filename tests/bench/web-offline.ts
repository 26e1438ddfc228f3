import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright'
import { browserOptions, signIn, startApp } from './built-app.ts'
import { ms, quantile } from './measure.ts'
import { cpuOf, waitForCards } from './web-measures.ts'

// Home after a cold start of the browser, in a profile that has opened it before, with the CPU slowed 4
// times: with the server, without it, and compared with a minimal page served by a worker.

const RUNS = 7
const CPU_SLOWDOWN = 4
const SCREENS = [
  { name: 'desktop', viewport: { width: 1440, height: 900 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
] as const
type Screen = (typeof SCREENS)[number]

/** Milliseconds since the start of the navigation; infinite if it did not happen. */
interface Start {
  paint: number
  figure: number
  age: number
}

const median = (starts: readonly Start[], what: keyof Start) =>
  ms(
    quantile(
      starts.map((start) => start[what]),
      0.5,
    ),
  )
const row = (what: string, starts: readonly Start[], target = '') =>
  console.log(
    `  ${what.padEnd(34)} ${median(starts, 'paint').padStart(6)} ms ${median(starts, 'figure').padStart(8)} ms ${median(starts, 'age').padStart(8)} ms ${target}`,
  )

async function openProfile(folder: string, { viewport }: Screen): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, {
    ...(await browserOptions()),
    viewport,
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
  })
}

/** Records in the page when the first frames with a figure and with its age are shown. */
async function watchStart(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const start = { figure: 0, age: 0 }
    Object.assign(globalThis, { start })
    const isCovered = () => {
      const cover = document.querySelector('[role=progressbar][aria-label=Loading]')?.parentElement
      return cover ? getComputedStyle(cover).pointerEvents !== 'none' : false
    }
    const check = () => {
      // The first card, or the whole minimal page.
      const first = document.querySelector('main section') ?? document.body
      const hasFigure = /\$[\d,]+\.\d\d/.test(first?.textContent ?? '')
      if (hasFigure && !isCovered()) {
        if (start.figure === 0) start.figure = performance.now()
        const text = document.body.textContent ?? ''
        if (/(?:saved at|as of|showing data from) \d\d:\d\d/i.test(text))
          start.age = performance.now()
      }
      if (start.age === 0) requestAnimationFrame(check)
    }
    // One frame later, when the content has been painted.
    requestAnimationFrame(check)
  })
}

const paintOf = (page: Page) =>
  page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
  )

/** One cold start of the browser at the address. */
async function coldStart(folder: string, screen: Screen, url: string): Promise<Start> {
  const context = await openProfile(folder, screen)
  const page = context.pages()[0] ?? (await context.newPage())
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await watchStart(page)
  await page.goto(url)
  const found = await page.waitForFunction(() => {
    // The init script sets it.
    const { start } = globalThis as unknown as { start: { figure: number; age: number } }
    return start.figure > 0 && start.age > 0 ? start : null
  })
  const { figure, age } = (await found.jsonValue()) ?? { figure: Infinity, age: Infinity }
  const paint = await paintOf(page)
  await context.close()
  return { paint, figure, age }
}

/** A minimal page with a figure, served by a worker from its cache. */
async function bareSite() {
  const page =
    '<!doctype html><title>bare</title><p>$1.00 as of 00:00<script>navigator.serviceWorker.register("/sw.js")</script>'
  const worker = `
    addEventListener('install', (event) => event.waitUntil(caches.open('c').then((c) => c.add('/'))))
    addEventListener('fetch', (event) => event.respondWith(caches.match('/')))`
  const server = createServer((request, response) => {
    const isWorker = request.url === '/sw.js'
    response.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html')
    response.end(isWorker ? worker : page)
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

const app = await startApp()
const bare = await bareSite()
const folders: string[] = []
let isStopped = false
const stopServers = async () => {
  if (isStopped) return
  isStopped = true
  await Promise.all([app.stop(), bare.stop()])
}
try {
  const online = new Map<Screen, Start[]>()
  for (const screen of SCREENS) {
    const folder = await mkdtemp(path.join(tmpdir(), 'saleroom-profile-'))
    folders.push(folder)
    const context = await openProfile(folder, screen)
    const page = await context.newPage()
    await page.goto(bare.url)
    await waitForWorker(page)
    await signIn(page, app.url)
    await waitForCards(page)
    await waitForWorker(page)
    await waitForCache(page)
    await context.close()
    const starts: Start[] = []
    for (let run = 0; run < RUNS; run += 1) starts.push(await coldStart(folder, screen, app.url))
    online.set(screen, starts)
  }
  await stopServers()
  console.log(`Home from a cold start, CPU slowed ${CPU_SLOWDOWN} times, medians of ${RUNS} runs`)
  console.log(
    `  ${' '.repeat(34)} ${['first paint', 'figures', 'age'].map((name) => name.padStart(9)).join('   ')}`,
  )
  for (const [place, screen] of SCREENS.entries()) {
    const folder = folders[place] ?? ''
    row(`${screen.name}, with the server`, online.get(screen) ?? [])
    const offline: Start[] = []
    const bares: Start[] = []
    for (let run = 0; run < RUNS; run += 1) {
      offline.push(await coldStart(folder, screen, app.url))
      bares.push(await coldStart(folder, screen, bare.url))
    }
    row(`${screen.name}, server stopped`, offline, '(target: figures under 1000)')
    row(`${screen.name}, minimal page, server stopped`, bares)
  }
  const browser = await chromium.launch(await browserOptions())
  const page = await browser.newPage()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  console.log(`  CPU speed: rounds in 100 ms: ${await cpuOf(page)}`)
  await browser.close()
} finally {
  await stopServers()
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
}
