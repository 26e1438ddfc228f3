import type { CDPSession, Page } from '@playwright/test'
import {
  newDevice,
  signInAt,
  untilCardIsKept,
  untilShellIsKept,
} from '#tests/support/journeys/e2e-device.ts'
import { ALL, expect, test } from '#tests/support/journeys/e2e.ts'
import { readTotal } from '#tests/support/screens/total-card.ts'

test.use({ serviceWorkers: 'allow' })

/** Modules compiled some 3,750 functions at each start. */
const MOST_FUNCTIONS = 600
/** The page, the boot script, three chunks, the style sheet, the font and the wordmark. */
const MOST_FILES = 8

type TraceEvent = {
  name: string
  pid: number
  ts: number
  args?: {
    data?: { url?: string; consumedCacheSize?: number; cacheKind?: string; cacheRejected?: boolean }
  }
}

/** Records a trace of V8 while `act` runs. */
async function trace(cdp: CDPSession, act: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = []
  // The protocol does not describe the events.
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await cdp.send('Tracing.start', {
    traceConfig: {
      includedCategories: ['v8', 'devtools.timeline', 'disabled-by-default-v8.compile'],
    },
    transferMode: 'ReportEvents',
  })
  await act()
  const ended = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve))
  await cdp.send('Tracing.end')
  await ended
  return events
}

/** In each document: which files it had requested when the first figure was shown. */
const watchFigures = (page: Page) =>
  page.addInitScript(() => {
    const check = () => {
      if (!/\$[\d,]+\.\d\d/.test(document.querySelector('main section')?.textContent ?? ''))
        return void requestAnimationFrame(check)
      const files = performance
        .getEntriesByType('resource')
        // Without the API, and without what the browser requests by itself.
        .filter(({ name }) => !/\/v1\/|\/icons\/|\.webmanifest$/.test(name))
        .map((entry) => ({
          path: new URL(entry.name).pathname,
          source: Reflect.get(entry, 'workerFinalSourceType'),
        }))
      Object.assign(globalThis, { filesToFigures: files })
    }
    requestAnimationFrame(check)
  })
const filesToFigures = async (page: Page) => {
  const found = await page.waitForFunction(() => Reflect.get(globalThis, 'filesToFigures'))
  return (await found.jsonValue()) as { path: string; source: string }[]
}

test(
  'A start compiles next to nothing, requests few files, and draws charts after the figures',
  ALL,
  async ({ app }) => {
    const device = await newDevice({ isWhole: true })
    const first = await device.open()
    await signInAt(first.page, app.url, 'admin@saleroom.example')
    await readTotal(first.page)
    await untilShellIsKept(first.page)
    await untilCardIsKept(first.page, 'all')
    await first.context.close()

    const { context, page } = await device.open()
    await watchFigures(page)
    const cdp = await context.newCDPSession(page)
    let files: Awaited<ReturnType<typeof filesToFigures>> = []
    const events = await trace(cdp, async () => {
      await page.goto(app.url)
      files = await filesToFigures(page)
      await page.locator('main section canvas').first().waitFor()
    })
    const compiled = events.filter(({ name, args }) => {
      return name === 'v8.compile' && args?.data?.url?.includes('/assets/') === true
    })
    const isShell = (event: TraceEvent) =>
      event.args?.data?.url?.includes('/assets/shell-') === true
    const pid = compiled.find(isShell)?.pid
    const functions = events.filter((event) => event.name === 'V8.CompileCode' && event.pid === pid)
    expect(pid).toBeDefined()
    expect(functions.length).toBeLessThan(MOST_FUNCTIONS)

    // The large scripts come from the cache of compiled code, whole.
    for (const name of ['boot', 'shell', 'screens', 'home', 'charts'])
      expect(
        compiled.find(({ args }) => args?.data?.url?.includes(`/assets/${name}-`))?.args?.data,
        name,
      ).toMatchObject({ cacheKind: 'full', cacheRejected: false })

    const paths = files.map(({ path }) => path)
    // The page itself is not listed.
    expect(paths.length, paths.join('\n')).toBeLessThan(MOST_FILES)
    expect(paths.filter((path) => /\/(?:charts|EChart)-/.test(path))).toEqual([])
    const hashed = files.filter(({ path }) => path.startsWith('/assets/'))
    expect(hashed.map(({ source }) => source)).toEqual(hashed.map(() => 'cache'))
    await device.discard()
  },
)
