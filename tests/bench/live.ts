import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#scripts/free-port.mjs'
import { openEmbedded, openPostgres, type OpenDatabase } from '#server/db/engine/open.ts'
import { migrate } from '#server/db/migrations/migrate.ts'
import { simulate } from '#server/demo/simulation.ts'
import { systemClock } from '#server/dependencies.ts'
import { randomNumbers } from '#src/domain/sale/random-numbers.ts'
import { openTestApp } from '#tests/support/server/app.ts'
import { addIngestKey, addProject } from '#tests/support/server/builders.ts'
import { startCluster, whyNoPostgres } from '#tests/support/server/postgres.ts'
import { openStreams, sendPaced, type Sender, type Streams } from './live-clients.ts'
import { ms } from './measure.ts'

// npm run bench:live [-- --only=pglite|postgres] [-- --seconds=30]
const args = process.argv.slice(2)
const only = args.find((arg) => arg.startsWith('--only='))?.slice(7)
const seconds = Number(args.find((arg) => arg.startsWith('--seconds='))?.slice(10) ?? 30)
const log = (line: string) => console.log(line)

const SECRET = randomBytes(24).toString('hex')
const PROJECTS = ['ALPHA', 'BRAVO']
const SESSIONS = 250
const STREAMS_PER_SESSION = 4
const BATCH = 100
const OFFERED_PER_SECOND = 5000
/** Each second, a purchase in each project: two events per second for each stream. */
const CALM_EVERY_MS = 1000
const SETTLE_MS = 2000
const TICKS_PER_SECOND = 100
/** Runs of one database; each has its own key, whose calls per minute are limited. */
const RUNS = 7

interface Prepared {
  tokens: string[]
  /** One for each run. */
  keys: Map<string, string[]>
}

/** Users, sessions and keys, before the server opens an embedded database. */
async function prepare({ db }: OpenDatabase): Promise<Prepared> {
  await migrate(db)
  const config = { secret: Buffer.from(SECRET) }
  const app = await openTestApp({ db, clock: systemClock, config })
  const keys = new Map<string, string[]>()
  for (const id of PROJECTS) {
    await addProject(db, { id })
    const made: string[] = []
    for (let n = 0; n < RUNS; n++) made.push((await addIngestKey(db, id, new Date())).key)
    keys.set(id, made)
  }
  const tokens: string[] = []
  for (let n = 0; n < SESSIONS; n++) {
    const { token } = await app.signIn('user', PROJECTS)
    tokens.push(...Array.from({ length: STREAMS_PER_SESSION }, () => token))
  }
  await app.close()
  return { tokens, keys }
}

async function startServer(env: Record<string, string>) {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const main = path.join(process.env['BENCH_FOLDER'] ?? '', 'main.js')
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      ...env,
      PORT: port,
      PUBLIC_URL: url,
      SALEROOM_DEMO: '0',
      SALEROOM_SECRET: SECRET,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const isUp = () =>
    fetch(`${url}/v1/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isUp())) await pause(50)
  const stat = (name: string) => readFileSync(`/proc/${child.pid}/${name}`, 'utf8')
  return {
    url,
    /** The processor time so far, in seconds, of all threads. */
    cpu() {
      const fields = stat('stat')
        .slice(stat('stat').lastIndexOf(')') + 2)
        .split(' ')
      return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
    },
    /** Resident memory in MB. */
    rss: () => Number(/^VmRSS:\s+(\d+)/m.exec(stat('status'))?.[1]) / 1024,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
type Server = Awaited<ReturnType<typeof startServer>>

let run = 0

/** `count` requests of `size` events for each sale. */
function makeSenders(server: Server, { keys }: Prepared, count: number, size: number): Sender[] {
  run += 1
  const end = Date.now() - 60_000
  return PROJECTS.map((projectId) => {
    let now = end - count * size * 1000
    const simulation = simulate([{ projectId, codes: [] }], {
      rate: 20,
      run: `${run}-${randomBytes(4).toString('hex')}`,
      start: new Date(now),
      random: randomNumbers(run + projectId.length),
    })
    const waiting: unknown[] = []
    const bodies = Array.from({ length: count }, () => {
      while (waiting.length < size) {
        now = Math.min(now + 1000, end)
        waiting.push(...simulation.advance(new Date(now)).map(({ event }) => event))
      }
      return JSON.stringify({ events: waiting.splice(0, size) })
    })
    const url = `${server.url}/v1/ingest/${projectId}/events`
    return { url, key: keys.get(projectId)?.[run % RUNS] ?? '', bodies }
  })
}

/** The processor time of the server during `work`, in percent of one core. */
async function cpuShare<Result>(server: Server, work: () => Promise<Result>) {
  const [before, start] = [server.cpu(), performance.now()]
  const result = await work()
  const share = (server.cpu() - before) / ((performance.now() - start) / 1000)
  return { result, share: `${(100 * share).toFixed(1)} %` }
}

async function measure(title: string, server: Server, prepared: Prepared): Promise<void> {
  log(`\n### ${title}\n`)
  const where = `${server.url}/v1/live?${PROJECTS.map((id) => `projects=${id}`).join('&')}`
  const calm = () => sendPaced(makeSenders(server, prepared, seconds, 1), CALM_EVERY_MS)
  const full = () => {
    const count = (OFFERED_PER_SECOND * seconds) / BATCH / PROJECTS.length
    return sendPaced(
      makeSenders(server, prepared, count, BATCH),
      (1000 * BATCH * PROJECTS.length) / OFFERED_PER_SECOND,
      seconds * 1000,
    )
  }
  log(
    '| streams | load | server CPU | RSS MB | events delivered | events/s ingested | batch p50 ms | batch p99 ms |',
  )
  log('|---|---|---|---|---|---|---|---|')
  const row = async (name: string, work: typeof calm, size: number, streams?: Streams) => {
    const before = streams?.events() ?? 0
    const count = streams?.count() ?? 0
    const { result, share } = await cpuShare(server, work)
    const rate = (size * result.perSecond).toFixed(0)
    log(
      `| ${count} | ${name} | ${share} | ${server.rss().toFixed(0)} | ${(streams?.events() ?? 0) - before} | ${rate} | ${ms(result.median)} | ${ms(result.p99)} |`,
    )
  }
  // Warm, so that memory and compiled code are those of a running server.
  await sendPaced(makeSenders(server, prepared, 50, BATCH), 0)
  const withStreams = async (work: (streams?: Streams) => Promise<void>) => {
    const streams = await openStreams(where, prepared.tokens)
    await work(streams)
    streams.close()
    await pause(SETTLE_MS)
  }
  const measureCalm = (streams?: Streams) => row('calm', calm, 1, streams)
  const measureFull = (streams?: Streams) => row('full', full, BATCH, streams)
  await measureCalm()
  await withStreams(measureCalm)
  // Twice, because the sums grow and other work on the machine changes.
  for (let round = 0; round < 2; round++) {
    await measureFull()
    await withStreams(measureFull)
  }
}

async function benchPostgres(): Promise<void> {
  const cluster = await startCluster({ settings: ['shared_buffers=1GB', 'max_wal_size=4GB'] })
  const folder = mkdtempSync(path.join(tmpdir(), 'saleroom-bench-'))
  try {
    const database = openPostgres(cluster.url)
    const prepared = await prepare(database)
    await database.close()
    const server = await startServer({ DATABASE_URL: cluster.url, SALEROOM_DATA: folder })
    await measure('PostgreSQL', server, prepared)
    await server.stop()
  } finally {
    cluster.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function benchEmbedded(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'saleroom-bench-'))
  const database = await openEmbedded(path.join(folder, 'db'))
  const prepared = await prepare(database)
  await database.close()
  const server = await startServer({ SALEROOM_DATA: folder })
  await measure('PGlite', server, prepared)
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

const missing = whyNoPostgres()
if (missing !== null) log(`PostgreSQL is skipped: ${missing}`)
if (only !== 'pglite' && missing === null) await benchPostgres()
if (only !== 'postgres') await benchEmbedded()
