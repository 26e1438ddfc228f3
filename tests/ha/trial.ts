import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '#scripts/free-port.mjs'
import { hasEnded, fillDatabase, startApi, stopProcess, type Api } from './api.ts'
import { countWrongSums, checkStored } from './check.ts'
import { missingPackages, mountDisk, startDatabases, unmountDisk } from './cluster.ts'
import { cutPrimary, fillDisk, killPrimary, type Round, type Trial } from './failures.ts'
import { startLoad } from './load.ts'
import { watchPrimaries, watchReady } from './probes.ts'
import { printDistribution, printRound, printTable } from './report.ts'

const numberOf = (name: string, fallback: number) => {
  const found = process.argv.find((arg) => arg.startsWith(`--${name}=`))
  return found === undefined ? fallback : Number(found.split('=')[1])
}
const kills = numberOf('kills', 20)
const cuts = numberOf('cuts', 2)
const disks = numberOf('disks', 1)
const isKept = process.argv.includes('--keep')

const KEYS = 2
const APIS = 2
const DISK_MB = 700

const log = (line: string) => console.log(line)

const missing = missingPackages()
if (missing.length > 0) {
  log(`The trial needs Debian's packages, of which these are missing: ${missing.join(' ')}`)
  log(`Install them with: apt-get install --no-install-recommends ${missing.join(' ')}`)
  log('Then stop the services that they start: systemctl disable --now patroni etcd haproxy')
  process.exit(1)
}

const folder = mkdtempSync('/tmp/saleroom-ha-')
// Other users' programs need the paths in it.
chmodSync(folder, 0o755)
const databases = path.join(folder, 'db')
mkdirSync(databases)
const apiPorts = [await freePort(), await freePort()]
const cluster = await startDatabases(databases, apiPorts)
const disk = path.join(databases, 'three')
const whyNoDisk = disks === 0 ? 'not requested' : mountDisk(disk, DISK_MB)
const apis: Api[] = []
const state = { isInterrupted: false }

/** The first Ctrl+C ends the trial after its current round. */
process.once('SIGINT', () => {
  state.isInterrupted = true
  log('The trial ends after this round.')
})
process.once('SIGTERM', () => void close().finally(() => process.exit(1)))

async function close(): Promise<void> {
  for (const { child } of apis) await stopProcess(child)
  await cluster.stop()
  if (whyNoDisk === null) unmountDisk(disk)
  if (!isKept) rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}
async function run(): Promise<boolean> {
  log(`Three PostgreSQL servers, etcd, HAProxy and ${APIS} API processes; files in ${folder}`)
  const first = await cluster.start()
  log(`The cluster is ready; the primary is ${first.name}`)
  const url = `postgres://app@127.0.0.1:${cluster.proxy.primary}/postgres`
  const keys = await fillDatabase(url, KEYS)
  const metricsToken = randomBytes(24).toString('hex')
  const env = {
    DATABASE_URL: url,
    DATABASE_READ_URL: `postgres://app@127.0.0.1:${cluster.proxy.replica}/postgres`,
    SALEROOM_DEMO: '0',
    SALEROOM_DATA: path.join(folder, 'data'),
    SALEROOM_SECRET: randomBytes(24).toString('hex'),
    SALEROOM_METRICS_TOKEN: metricsToken,
  }
  for (const port of apiPorts) apis.push(await startApi(folder, port, env))
  const load = startLoad(
    `http://127.0.0.1:${cluster.proxy.api}`,
    apis.map((api) => api.url),
    keys,
  )
  const trial: Trial = {
    cluster,
    load,
    primaries: watchPrimaries(cluster.nodes),
    ready: apis.map((api) => watchReady(api.url, metricsToken)),
    checkStored: (port) => checkStored(port, load),
    countEndedApis: () => apis.filter(({ child }) => hasEnded(child)).length,
  }
  const rounds: Round[] = []
  const add = (round: Round) => {
    rounds.push(round)
    printRound(round, rounds.length, log)
  }
  const repeat = async (times: number, one: (n: number) => Promise<Round>) => {
    for (let n = 0; n < times && !state.isInterrupted; n++) add(await one(n))
  }
  try {
    if (whyNoDisk === null) await repeat(disks, () => fillDisk(trial, 'three'))
    await repeat(cuts, () => cutPrimary(trial, 'all'))
    await repeat(cuts, () => cutPrimary(trial, 'inner'))
    await repeat(kills, (n) => killPrimary(trial, n % 2 === 1))
  } finally {
    await load.stop()
    await trial.primaries.stop()
    for (const watch of trial.ready) await watch.stop()
  }
  const { ports } = await cluster.waitUntilHealthy()
  const stored = await checkStored(ports.postgres, load)
  const wrong = await countWrongSums(ports.postgres)
  printTable(rounds, log)
  if (whyNoDisk !== null) log(`Left out: a full disk (${whyNoDisk})`)
  printDistribution(rounds, log)
  const { purchases, credits, reads, unexpected } = load
  const answered = reads.filter(({ isAnswered }) => isAnswered).length
  log(
    `In all: ${purchases.length} purchases and ${credits.length} credits acknowledged, ${stored.lost} lost, ${stored.double} double; ${answered} of ${reads.length} reads answered; ${wrong} sums differ from their rows; ${trial.countEndedApis()} of ${APIS} API processes ended; ${unexpected.length} unexpected refusals`,
  )
  for (const line of unexpected.slice(0, 5)) log(`  ${line}`)
  return (
    stored.lost + stored.double + wrong + trial.countEndedApis() + unexpected.length === 0 &&
    rounds.every((round) => round.lost + round.double === 0 && round.writesStoppedMs < 30_000)
  )
}

try {
  const isPassed = await run()
  log(isPassed ? 'Passed' : 'FAILED: see above')
  process.exitCode = isPassed ? 0 : 1
} finally {
  await close()
}
