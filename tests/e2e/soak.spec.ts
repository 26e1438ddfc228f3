import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import type { CDPSession, Page } from '@playwright/test'
import { expect, test } from '#tests/support/e2e.ts'
import { startLoad } from '#tests/support/soak-load.ts'

// Hours of work in a short time: what is used up and never given back shows as growth. The long run
// is an hour of rounds; the short one is a few, and only looks for what grows with every round.

const isLong = process.env['SALEROOM_LONG'] === '1'
const MINUTES = 60
/** Until then caches fill, and compilers and allocators find their size. */
const WARM_UP_MINUTES = 10
const SHORT_ROUNDS = 2
const CALLS_A_SECOND = 20
/** In percent, between the first and the last third of the samples after the warm-up. */
const MOST_GROWTH = isLong ? 2 : 10
/** What a few rounds can judge: the heap and the server's memory still find their size. */
const JUDGED = isLong
  ? (['heap', 'nodes', 'listeners', 'rss', 'files'] as const)
  : (['nodes', 'listeners', 'files'] as const)

// A trace would keep what the page has given back.
test.use({ trace: 'off' })

interface Sample {
  heap: number
  nodes: number
  listeners: number
  rss: number
  files: number
  /** Those of the open files that are callers', who keep them for their next call. */
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

/** Every screen, its dialog, the filters, and Home again: the same each time. */
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
    // Closed since the folder was read, as connections are.
    return true
  }
}

/** In KiB, and what it has open; 0 where the system doesn't tell. */
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

/** What the page and the server hold, after a collection of the page's garbage. */
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

/** The page's heap in bytes: what its engine compiled, which grows for hours, and what the app holds. */
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
  // The format of Chromium's own snapshots: a node is a run of numbers in the order of its fields.
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
    // What the engine of the page holds beside the heap, its own records of the network among it.
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

/** What grew, in percent. */
function grown(samples: readonly Sample[]): Record<Exclude<keyof Sample, 'connections'>, number> {
  return {
    heap: growth(samples, 'heap'),
    nodes: growth(samples, 'nodes'),
    listeners: growth(samples, 'listeners'),
    rss: growth(samples, 'rss'),
    files: growth(samples, 'files'),
  }
}

test('Long use of all screens, beside a steady load, leaves nothing behind', async ({
  page,
  signIn,
  ownApp,
  allowConsole,
}) => {
  if (isLong) test.setTimeout((MINUTES + 5) * 60_000)
  // An hour outlasts several access tokens; the browser tells of each answer that asks for a new one.
  allowConsole(/status of 401/)
  const samples: Sample[] = []
  const parts: HeapParts[] = []
  const told = () =>
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
    // Nobody wants to wait an hour again to learn what the server said.
    const output = ownApp.output().slice(-4000)
    throw new Error(`Ended early: ${told()}\n${output}`, { cause: error })
  }

  test.info().annotations.push({ type: 'soak', description: `${answered} calls ${told()}` })
  expect(samples.length).toBeGreaterThanOrEqual(isLong ? 3 : SHORT_ROUNDS)
  const growths = grown(samples)
  for (const of of JUDGED) expect(growths[of], `${of}: ${told()}`).toBeLessThan(MOST_GROWTH)
  if (!isLong) return
  expect(answered).toBeGreaterThan(MINUTES * 60 * CALLS_A_SECOND * 0.9)
  const [first = Number.NaN, last = Number.NaN] = parts.map(({ held }) => held)
  expect((100 * (last - first)) / first, `held: ${told()}`).toBeLessThan(MOST_GROWTH)
})
