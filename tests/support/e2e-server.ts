import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '#scripts/free-port.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** The build under test: a copy, so that a build that runs meanwhile takes nothing away. */
export const buildFolder = () => process.env['SALEROOM_E2E_BUILD'] ?? path.join(root, 'dist')
// A first start fills the database with demo data, on a machine that may have other work.
const START_LIMIT_MS = 240_000

export interface RunningServer {
  url: string
  pid: number
  /** Everything that it has printed so far. */
  output(): string
  /** Asks it to stop, as Ctrl-C does, and waits for its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** Starts the built server as `npm start` does, with nothing of this process's own settings. */
export function spawnServer(
  env: Record<string, string>,
  build = buildFolder(),
): {
  child: ChildProcess
  output: () => string
} {
  const { PATH = '', HOME = '', TZ = '' } = process.env
  const child = spawn(process.execPath, [path.join(build, 'server', 'main.js')], {
    cwd: root,
    env: { PATH, HOME, ...(TZ === '' ? {} : { TZ }), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  return { child, output: () => output }
}

/**
 * The real server on a free port, once it answers.
 * @param env at least SALEROOM_DATA or DATABASE_URL
 * @param build the folder of another build than the one under test
 */
export async function startServer(
  env: Record<string, string>,
  build = buildFolder(),
): Promise<RunningServer> {
  const port = Number(env['PORT'] ?? (await freePort()))
  const url = `http://127.0.0.1:${port}`
  const { child, output } = spawnServer({ PUBLIC_URL: url, ...env, PORT: String(port) }, build)
  const ended = once(child, 'exit')
  const until = Date.now() + START_LIMIT_MS
  while (!(await isAnswering(url))) {
    if (child.exitCode !== null || Date.now() > until) {
      child.kill('SIGKILL')
      throw new Error(`The server did not start:\n${output()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    url,
    // It runs, so it has one.
    pid: child.pid ?? 0,
    output,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null) {
        child.kill(signal)
        await ended
      }
      return child.exitCode
    },
  }
}

async function isAnswering(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/v1/health`)).ok
  } catch {
    return false
  }
}
