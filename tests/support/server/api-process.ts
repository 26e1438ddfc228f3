import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#scripts/free-port.mjs'
import { openEmbedded, type Db } from '#server/db/engine/open.ts'
import { serverPrograms } from '#tests/support/journeys/bundle.mjs'
import { SHORT_LIVED } from './test-extent.ts'

// The first start may fill the database with demo data, on a busy machine.
const START_LIMIT_MS = 240_000
const POLL_MS = 20

/** A server in its own process. */
export interface ApiProcess {
  url: string
  pid: number
  output(): string
  isRunning(): boolean
  /** Kills it (SIGKILL). */
  kill(): Promise<void>
  /** Requests a graceful shutdown. @returns its exit code */
  stop(signal?: 'SIGTERM' | 'SIGINT'): Promise<number | null>
}

/** Starts `server/main.ts` with only these settings, and resolves once it responds. */
export async function startApi(env: Record<string, string>): Promise<ApiProcess> {
  const { api, isReady } = await launch(env)
  if (!isReady) throw new Error(`The server did not start:\n${api.output()}`)
  return api
}

/**
 * Starts `server/main.ts` with settings with which it must not start.
 * @returns its exit code and all its output
 */
export async function startRefusedApi(
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const { api, isReady } = await launch(env)
  const code = await api.stop()
  if (isReady) throw new Error('The server has started')
  return { code, output: api.output() }
}

/** Resolves once the server responds or has ended. */
async function launch(env: Record<string, string>): Promise<{ api: ApiProcess; isReady: boolean }> {
  const folder = await serverPrograms()
  const port = env['PORT'] ?? String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const { PATH = '', HOME = '' } = process.env
  const args = [...SHORT_LIVED, path.join(folder, 'main.js')]
  const child = spawn(process.execPath, args, {
    env: { PATH, HOME, PUBLIC_URL: url, ...env, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Not its exit: only then its output is complete.
  const ended = once(child, 'close')
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const end = async (signal: NodeJS.Signals) => {
    if (isRunning()) child.kill(signal)
    await ended
    return child.exitCode
  }
  const isReady = () => output.includes('Saleroom is ready')
  const until = Date.now() + START_LIMIT_MS
  while (!isReady() && isRunning() && Date.now() < until) await pause(POLL_MS)
  if (!isReady()) await end('SIGKILL')
  const api = {
    url,
    // A process that has printed something, or has ended, has started.
    pid: child.pid!,
    output: () => output,
    isRunning,
    kill: async () => void (await end('SIGKILL')),
    stop: (signal: NodeJS.Signals = 'SIGTERM') => end(signal),
  }
  return { api, isReady: isReady() }
}

export interface Caller {
  /** The access token. */
  token: string
  get(path: string): Promise<{ status: number; body: unknown }>
  put(path: string, body: unknown): Promise<{ status: number; body: unknown }>
  post(
    path: string,
    body: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: unknown }>
}

/** Signs in over HTTP. @returns a function that sends requests with this user's token */
export async function signInAt(url: string, email: string, password: string): Promise<Caller> {
  const login = await call(url, 'POST', '/auth/login', { email, password }, {})
  if (login.status !== 200) throw new Error(`Login answered ${login.status}`)
  // The login response as the contract defines it.
  const { tokens } = login.body as { tokens: { access: { token: string } } }
  return callerAt(url, tokens.access.token)
}

function callerAt(url: string, token: string): Caller {
  const authorization = { authorization: `Bearer ${token}` }
  return {
    token,
    get: (where) => call(url, 'GET', where, undefined, authorization),
    put: (where, body) => call(url, 'PUT', where, body, authorization),
    post: (where, body, headers = {}) =>
      call(url, 'POST', where, body, { ...authorization, ...headers }),
  }
}

async function call(
  url: string,
  method: string,
  where: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${url}/v1${where}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  return { status: response.status, body: isJson ? (JSON.parse(text) as unknown) : text }
}

/** Works in the embedded database of a data folder, which no server has open meanwhile. */
export async function inDatabaseOf<Result>(
  folder: string,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const database = await openEmbedded(path.join(folder, 'db'))
  try {
    return await work(database.db)
  } finally {
    await database.close()
  }
}
