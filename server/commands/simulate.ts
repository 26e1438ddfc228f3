import { usageError } from '#server/admin/arguments.ts'
import type { RunningSale } from '#server/db/projects/running-sales.ts'
import { simulate } from '#server/demo/simulation.ts'
import { SettingsError } from '#server/settings-error.ts'
import { randomNumbers } from '#src/domain/sale/random-numbers.ts'
import { parseArguments, withAdminClient, type AdminClient } from './admin-client.ts'
import { sendEvents } from './event-sender.ts'

export const USAGE = `Usage: npm run simulate -- [--rate 5] [--minutes 10] [--project AURA] [--url http://localhost:3000]
  Sends realistic traffic to a running server through the ingest call, about <rate> events per
  second, to all projects or only to the one that --project names.`

const MAX_RATE = 10_000
const TICK_MS = 1000
const PROGRESS_EVERY_MS = 10_000

interface Options {
  rate: number
  minutes: number
  project: string | undefined
  url: string
}

function readOptions(args: string[]): Options {
  const { values } = parseArguments(
    {
      args,
      options: {
        rate: { type: 'string', default: '5' },
        minutes: { type: 'string', default: '10' },
        project: { type: 'string' },
        url: { type: 'string', default: `http://127.0.0.1:${process.env['PORT'] ?? '3000'}` },
      },
    },
    USAGE,
  )
  const [rate, minutes] = [Number(values.rate), Number(values.minutes)]
  if (!(rate > 0 && rate <= MAX_RATE))
    throw usageError(`--rate must be a number above 0, at most ${MAX_RATE}.`, USAGE)
  if (!(minutes > 0)) throw usageError('--minutes must be a number above 0.', USAGE)
  if (!/^https?:/.test(values.url) || !URL.canParse(values.url))
    throw usageError('--url must be a URL such as http://127.0.0.1:3000.', USAGE)
  return { rate, minutes, project: values.project, url: values.url.replace(/\/$/, '') }
}

async function requireServer(url: string): Promise<void> {
  const isUp = await fetch(`${url}/v1/health`).then(
    ({ ok }) => ok,
    () => false,
  )
  if (isUp) return
  throw new SettingsError(
    `No server answers on ${url}. Start one with npm start, or name it with --url.`,
  )
}

/** Sends simulated traffic to a running server until the time is up or the process is stopped. */
export async function simulateTraffic(args: string[]): Promise<void> {
  const options = readOptions(args)
  await requireServer(options.url)
  await withAdminClient((client) => sendTraffic(client, options))
}

async function sendTraffic(client: AdminClient, options: Options): Promise<void> {
  const { project } = options
  // The command's output is the list of sales.
  const all = JSON.parse(await client.run('sales', [])) as RunningSale[]
  const sales = all.filter(({ project_id }) => project === undefined || project_id === project)
  if (sales.length === 0) throw new SettingsError(`There is no project ${project ?? 'yet'}.`)
  const projects = sales.map(({ project_id }) => project_id)
  await withTemporaryKeys(client, { name: 'simulation', projects }, (keys) =>
    feed(sales, keys, options),
  )
}

async function feed(
  sales: readonly RunningSale[],
  keys: ReadonlyMap<string, string>,
  { rate, minutes, url }: Options,
): Promise<void> {
  const start = new Date()
  const run = `sim-${start.getTime().toString(36)}`
  const simulation = simulate(
    sales.map(({ project_id, codes, stage }) => ({
      projectId: project_id,
      codes,
      ...(stage && { stage: { name: stage.name, priceUsd: stage.price_usd } }),
    })),
    { rate, run, start, random: randomNumbers(start.getTime()) },
  )
  const counts = { taken: 0, repeated: 0, tested: 0, refused: 0 }
  let latencies: number[] = []
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  process.once('SIGTERM', () => stop.abort())
  let reportedAt = start.getTime()
  while (!stop.signal.aborted && Date.now() < start.getTime() + minutes * 60_000) {
    const tickedAt = Date.now()
    const simulated = simulation.advance(new Date())
    await Promise.all(
      [...keys].map(async ([projectId, key]) => {
        const events = simulated.filter((one) => one.projectId === projectId)
        if (events.length === 0) return
        const target = { url, projectId, key }
        const { results, latenciesMs } = await sendEvents(
          target,
          events.map(({ event }) => event),
          stop.signal,
        )
        latencies.push(...latenciesMs)
        for (const { outcome, field, reason } of results) {
          counts[outcome] += 1
          if (outcome === 'refused') console.log(`Refused: ${field}: ${reason}`)
        }
      }),
    )
    if (Date.now() - reportedAt >= PROGRESS_EVERY_MS) {
      const slowest = latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length * 0.95)] ?? 0
      console.log(
        `${counts.taken} events taken, ${counts.refused} refused, p95 ${slowest.toFixed(0)} ms`,
      )
      reportedAt = Date.now()
      latencies = []
    }
    await new Promise((resolve) =>
      setTimeout(resolve, Math.max(0, tickedAt + TICK_MS - Date.now())),
    )
  }
  console.log(`${counts.taken} events taken, ${counts.refused} refused. Done.`)
}

/**
 * Creates an ingest key for each project, runs `work` with them, and revokes them however it ends.
 * @param name the name of the keys in the list of keys
 */
export async function withTemporaryKeys(
  client: Pick<AdminClient, 'run'>,
  { name, projects }: { name: string; projects: readonly string[] },
  work: (keys: ReadonlyMap<string, string>) => Promise<void>,
): Promise<void> {
  const ids: string[] = []
  const keys = new Map<string, string>()
  try {
    for (const project of projects) {
      const output = await client.run('ingest-keys', ['create', project, name])
      const [, id = '', key = ''] = /^Key (\d+) [\s\S]*?(ingest_[\w-]{43})/.exec(output) ?? []
      ids.push(id)
      keys.set(project, key)
    }
    await work(keys)
  } finally {
    for (const id of ids) await client.run('ingest-keys', ['revoke', id])
  }
}
