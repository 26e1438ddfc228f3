import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { simulate } from '#server/demo/simulation.ts'
import { randomNumbers } from '#src/domain/sale/random-numbers.ts'
import type { IngestEvent } from '#src/wire/ingest.ts'
import type { SignedIn, TestApp } from '#tests/support/server/app.ts'
import { addIngestKey } from '#tests/support/server/builders.ts'
import { ms, quantile } from './measure.ts'
import { BENCH_END, BENCH_PROJECTS } from './server-data.ts'
import { loadHome } from './server-measures.ts'

type Log = (line: string) => void

const BATCH = 100
const FULL_SPEED_MS = 8000
/** How many senders of one project send one purchase after the other. */
const SENDERS = [1, 8, 64]
const SENDERS_MS = 5000
const HOME_RUNS = 12
const HALF_A_DAY_MS = 12 * 3_600_000

interface Sale {
  projectId: string
  key: string
  next(): IngestEvent[]
}

/**
 * Sends events through the whole app: measures the rate at full speed, and how long Home takes while
 * `target` events arrive per second.
 */
export async function measureIngestion(
  app: TestApp,
  admin: SignedIn,
  target: number,
  log: Log,
): Promise<void> {
  const sales = await Promise.all(BENCH_PROJECTS.slice(0, 2).map((id) => openSale(app, id)))
  const start = performance.now()
  const since = () => (performance.now() - start) / 1000
  const taken = await Promise.all(
    sales.map(async (sale) => {
      let count = 0
      while (since() * 1000 < FULL_SPEED_MS) count += await send(app, sale)
      return count
    }),
  )
  const perSecond = taken.reduce((sum, count) => sum + count, 0) / since()
  log(
    `\nIngestion, two sales in batches of ${BATCH}: ${perSecond.toFixed(0)} events per second (target ${target})`,
  )

  for (const senders of SENDERS) await measureSenders(app, senders, log)

  const idle = await timeHome(app, admin)
  const stream = pacedStream(app, sales, target)
  await pause(1000)
  const busy = await timeHome(app, admin)
  const rate = await stream.stop()
  const ratio = quantile(busy, 0.5) / quantile(idle, 0.5)
  log(
    `Home while ${rate.toFixed(0)} events per second arrive: median ${ms(quantile(busy, 0.5))} ms, ` +
      `idle ${ms(quantile(idle, 0.5))} ms: ${ratio.toFixed(2)} times\n`,
  )
}

/** Many senders of one sale, each of which sends a single event when its last one is answered. */
async function measureSenders(app: TestApp, senders: number, log: Log): Promise<void> {
  const [project = ''] = BENCH_PROJECTS
  const { key } = await addIngestKey(app.db, project)
  const times: number[] = []
  const start = performance.now()
  const sender = async () => {
    const sale = await openSale(app, project, { key, batch: 1 })
    for (let at = start; at - start < SENDERS_MS;) {
      await send(app, sale)
      times.push(performance.now() - at)
      at = performance.now()
    }
  }
  await Promise.all(Array.from({ length: senders }, sender))
  const perSecond = times.length / ((performance.now() - start) / 1000)
  log(
    `Single events to one project, senders: ${senders}: ${perSecond.toFixed(0)} per second, ` +
      `median ${ms(quantile(times, 0.5))} ms, p99 ${ms(quantile(times, 0.99))} ms`,
  )
}

/** Loads Home repeatedly, with pauses. */
async function timeHome(app: TestApp, admin: SignedIn): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < HOME_RUNS; i++) {
    const start = performance.now()
    await loadHome(app, admin)
    times.push(performance.now() - start)
    await pause(300)
  }
  return times
}

function pacedStream(app: TestApp, sales: readonly Sale[], perSecond: number) {
  const start = performance.now()
  const state = { isOver: false, taken: 0 }
  const senders = sales.map(async (sale, place) => {
    const every = (1000 * BATCH * sales.length) / perSecond
    for (let turn = place / sales.length; !state.isOver; turn++) {
      state.taken += await send(app, sale)
      await pause(Math.max(0, start + (turn + 1) * every - performance.now()))
    }
  })
  return {
    async stop() {
      const seconds = (performance.now() - start) / 1000
      const { taken } = state
      state.isOver = true
      await Promise.all(senders)
      return taken / seconds
    },
  }
}

async function openSale(
  app: TestApp,
  projectId: string,
  { key, batch = BATCH }: { key?: string; batch?: number } = {},
): Promise<Sale> {
  // Before the end of the range, so that later measurements include these events.
  let now = Date.parse(BENCH_END) - HALF_A_DAY_MS
  const simulation = simulate([{ projectId, codes: [] }], {
    rate: 20,
    run: randomBytes(4).toString('hex'),
    start: new Date(now),
    random: randomNumbers(now + projectId.length),
  })
  const waiting: IngestEvent[] = []
  return {
    projectId,
    key: key ?? (await addIngestKey(app.db, projectId)).key,
    next() {
      while (waiting.length < batch) {
        now += 5000
        waiting.push(...simulation.advance(new Date(now)).map(({ event }) => event))
      }
      return waiting.splice(0, batch)
    },
  }
}

async function send(app: TestApp, sale: Sale): Promise<number> {
  const { status, body, text } = await app.call('POST', `/ingest/${sale.projectId}/events`, {
    as: sale.key,
    body: { events: sale.next() },
  })
  const isTaken = ({ outcome }: { outcome: string }) => outcome === 'taken'
  if (status !== 200 || !body.results.every(isTaken)) throw new Error(`${status} ${text}`)
  return body.results.length
}
