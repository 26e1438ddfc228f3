import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import type { CDPSession, Page } from '@playwright/test'
import { ALL, expect, test } from '#tests/support/journeys/e2e.ts'
import { startLoad } from '#tests/support/journeys/soak-load.ts'
import { byExtent, EXTENT } from '#tests/support/server/test-extent.ts'

// Hours of work in a short time: leaks show as growth. The long run takes an hour; the short one
// takes a few rounds, and only detects growth with every round.

const isLong = EXTENT === 'long'
const MINUTES = 60
/** The warm-up, while caches fill, and compilers and allocators reach their size. */
const WARM_UP_MINUTES = 10
const SHORT_ROUNDS = 2
const CALLS_A_SECOND = 20
/** In percent, between the first and the last third of the samples after the warm-up. */
const MOST_GROWTH = byExtent({ change: 10, long: 2 })
/** The measures that a few rounds can check: the heap and the server's memory still grow. */
const CHECKED = isLong
  ? (['heap', 'nodes', 'listeners', 'rss', 'files'] as const)
  : (['nodes', 'listeners', 'files'] as const)

// A trace would retain objects that the page has released.
test.use({ trace: 'off' })

interface Sample {
  heap: number
  nodes: number
  listeners: number
  rss: number
  files: number
  /** Open files that are idle connections of clients. */
  connections: number
}

const DIALOGS = [
  ['User Search', 'Add Tokens', 'Add Tokens'],
  ['Bonus Codes', 'Create bonus code', 'Create a Bonus Code'],
  ['Leads', 'Export', 'Export Leads CSV'],
  ['Banners', 'Create banner', 'Create a new Banner'],
] as const
const PLAIN = ['Project Settings', 'Transactions Search', 'Manual Transactions', 'SEO Scripts']

async function open(page: Page, name: string) {
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** Visits every screen, its dialog, the filters, and Home again, in the same order each time. */
async function round(page: Page) {
  for (const name of PLAIN) await open(page, name)
  for (const [name, button, title] of DIALOGS) {
    await open(page, name)
    await page.getByRole('button', { name: button, exact: true }).first().click()
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: title })).toBeHidden()
  }
  await open(page, 'Home')
  const card = page.getByRole('region', { name: 'UTM Plus' })
  for (const period of ['Week', 'Year', 'All']) {
    await page.getByRole('radio', { name: period, exact: true }).click()
    await expect(card).toHaveAttribute('aria-busy', 'false')
  }
  for (const isOn of [true, false])
    await page.getByRole('switch', { name: 'Privacy mode' }).setChecked(isOn)
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(card).toHaveAttribute('aria-busy', 'false')
}

function isConnection(link: string): boolean {
  try {
    return readlinkSync(link).startsWith('socket:')
  } catch {
    // Closed since the folder was read.
    return true
  }
}

/** Memory in KiB, and the number of open files; 0 where the system does not provide it. */
function processOf(pid: number): Pick<Sample, 'rss' | 'files' | 'connections'> {
  if (!existsSync(`/proc/${pid}/status`)) return { rss: 0, files: 0, connections: 0 }
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const names = readdirSync(`/proc/${pid}/fd`)
  const connections = names.filter((name) => isConnection(`/proc/${pid}/fd/${name}`)).length
  return {
    rss: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]),
    files: names.length,
    connections,
  }
}

/** The memory of the page and of the server, after garbage collection in the page. */
async function sample(cdp: CDPSession, pid: number): Promise<Sample> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  const metric = (name: string) => metrics.find((found) => found.name === name)?.value ?? Number.NaN
  return {
    heap: metric('JSHeapUsedSize'),
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
    ...processOf(pid),
  }
}

/** The page's heap in bytes: compiled code, which grows for hours, and the app's own objects. */
interface HeapParts {
  code: number
  held: number
}

async function heapParts(cdp: CDPSession): Promise<HeapParts> {
  const chunks: string[] = []
  const keep = ({ chunk }: { chunk: string }) => void chunks.push(chunk)
  cdp.on('HeapProfiler.addHeapSnapshotChunk', keep)
  await cdp.send('HeapProfiler.takeHeapSnapshot', {})
  cdp.off('HeapProfiler.addHeapSnapshotChunk', keep)
  // The format of Chromium's heap snapshots: a node is a sequence of numbers in the order of its fields.
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as {
    snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } }
    nodes: number[]
  }
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [typeAt, sizeAt] = [fields.indexOf('type'), fields.indexOf('self_size')]
  const parts = { code: 0, held: 0 }
  for (let at = 0; at < nodes.length; at += fields.length) {
    const type = types[0][nodes[at + typeAt] ?? 0]
    const size = nodes[at + sizeAt] ?? 0
    if (type === 'code') parts.code += size
    // Memory of the page's engine outside the heap, for example its network records.
    else if (type !== 'native') parts.held += size
  }
  return parts
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** In percent of the first third. */
function growth(samples: readonly Sample[], of: keyof Sample): number {
  const third = Math.max(1, Math.floor(samples.length / 3))
  const values = samples.map((one) => one[of])
  const before = median(values.slice(0, third))
  return before === 0 ? 0 : (100 * (median(values.slice(-third)) - before)) / before
}

/** The measures that grew, in percent. */
function grown(samples: readonly Sample[]): Record<Exclude<keyof Sample, 'connections'>, number> {
  return {
    heap: growth(samples, 'heap'),
    nodes: growth(samples, 'nodes'),
    listeners: growth(samples, 'listeners'),
    rss: growth(samples, 'rss'),
    files: growth(samples, 'files'),
  }
}

test(
  'Long use of all screens under a constant load leaks nothing',
  ALL,
  async ({ page, signIn, ownApp, allowConsole }) => {
    if (isLong) test.setTimeout((MINUTES + 5) * 60_000)
    // An hour is longer than several access tokens; the browser logs each 401.
    allowConsole(/status of 401/)
    const samples: Sample[] = []
    const parts: HeapParts[] = []
    const summary = () =>
      JSON.stringify({ rounds: samples.length, last: samples.at(-1), grown: grown(samples), parts })
    let answered = 0
    try {
      const load = await startLoad(ownApp, CALLS_A_SECOND)
      await signIn(page, 'admin@saleroom.example', ownApp)
      const cdp = await page.context().newCDPSession(page)
      await cdp.send('Performance.enable')
      const start = Date.now()
      const minutes = () => (Date.now() - start) / 60_000
      for (let rounds = 0; isLong ? minutes() < MINUTES : rounds <= SHORT_ROUNDS; rounds += 1) {
        await round(page)
        load.check()
        const isWarm = isLong ? minutes() >= WARM_UP_MINUTES : rounds > 0
        if (!isWarm) continue
        if (isLong && parts.length === 0) parts.push(await heapParts(cdp))
        samples.push(await sample(cdp, ownApp.pid))
      }
      if (isLong) parts.push(await heapParts(cdp))
      answered = await load.end()
    } catch (error) {
      // The server's output is printed, since the run takes an hour to repeat.
      const output = ownApp.output().slice(-4000)
      throw new Error(`Ended early: ${summary()}\n${output}`, { cause: error })
    }

    test.info().annotations.push({ type: 'soak', description: `${answered} calls ${summary()}` })
    expect(samples.length).toBeGreaterThanOrEqual(isLong ? 3 : SHORT_ROUNDS)
    const growths = grown(samples)
    for (const of of CHECKED) expect(growths[of], `${of}: ${summary()}`).toBeLessThan(MOST_GROWTH)
    if (!isLong) return
    expect(answered).toBeGreaterThan(MINUTES * 60 * CALLS_A_SECOND * 0.9)
    const [first = Number.NaN, last = Number.NaN] = parts.map(({ held }) => held)
    expect((100 * (last - first)) / first, `held: ${summary()}`).toBeLessThan(MOST_GROWTH)
  },
)
