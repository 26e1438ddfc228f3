import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Node } from './cluster.ts'

const EVERY_MS = 500
const LIMIT_MS = 2500

export interface Change {
  at: number
  text: string
}

/**
 * Requests `/v1/ready` and `/metrics` of a process twice a second, and notes each change of the result.
 */
export function watchReady(url: string, metricsToken: string) {
  const changes: Change[] = []
  const state = { isStopped: false }
  const get = async (path: string, headers: Record<string, string> = {}) => {
    try {
      const signal = AbortSignal.timeout(LIMIT_MS)
      const response = await fetch(`${url}${path}`, { headers, signal })
      return { status: response.status, body: await response.text() }
    } catch {
      return { status: 0, body: '' }
    }
  }
  const describe = async () => {
    const ready = await get('/v1/ready')
    const metrics = await get('/metrics', { authorization: `Bearer ${metricsToken}` })
    const up = /^saleroom_database_up(?:\{[^}]*\})? (\d)/m.exec(metrics.body)?.[1]
    return `ready ${describeStatus(ready.status)}, metrics ${describeStatus(metrics.status)}${up === undefined ? '' : `, database_up ${up}`}`
  }
  const run = async () => {
    while (!state.isStopped) {
      const at = performance.now()
      const text = await describe()
      if (changes.at(-1)?.text !== text) changes.push({ at, text })
      await pause(EVERY_MS)
    }
  }
  const running = run()
  return {
    /** The state at the start of a span and its changes within, in seconds since then. */
    describe(from: number, to: number): string {
      const before = changes.findLast(({ at }) => at <= from)?.text ?? 'unknown'
      const within = changes.filter(({ at }) => at > from && at <= to)
      const later = within.map(({ at, text }) => `${((at - from) / 1000).toFixed(1)} s ${text}`)
      return [before, ...later].join('; ')
    },
    async stop() {
      state.isStopped = true
      await running
    },
  }
}

function describeStatus(status: number): string {
  if (status === 0) return 'without response'
  return status === 404 ? 'not available' : String(status)
}

const SAMPLE_MS = 200

/** Checks several times a second which servers accept writes, past all cuts. */
export function watchPrimaries(nodes: readonly Node[]) {
  const samples: { at: number; writable: string[] }[] = []
  const state = { isStopped: false }
  const isWritable = async ({ ports }: Node) => {
    const client = new pg.Client({
      host: '127.0.0.1',
      port: ports.postgres,
      user: 'app',
      database: 'postgres',
      connectionTimeoutMillis: LIMIT_MS,
      query_timeout: LIMIT_MS,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query('select pg_is_in_recovery() as "isStandby"')
      return rows[0]?.isStandby === false
    } catch {
      return false
    } finally {
      void client.end().catch(() => {})
    }
  }
  const run = async () => {
    while (!state.isStopped) {
      const at = performance.now()
      const found = await Promise.all(
        nodes.map(async (node) => ((await isWritable(node)) ? [node.name] : [])),
      )
      samples.push({ at, writable: found.flat() })
      await pause(SAMPLE_MS)
    }
  }
  const running = run()
  return {
    samples,
    /** When this server stopped and another one began to accept writes, in seconds; null: never. */
    handover(name: string, from: number) {
      const since = samples.filter(({ at }) => at > from)
      const seconds = (sample: { at: number } | undefined) =>
        sample ? (sample.at - from) / 1000 : null
      return {
        ended: seconds(since.find(({ writable }) => !writable.includes(name))),
        began: seconds(since.find(({ writable }) => writable.some((other) => other !== name))),
        both: since.filter(({ writable }) => writable.length > 1).length,
      }
    },
    async stop() {
      state.isStopped = true
      await running
    },
  }
}
