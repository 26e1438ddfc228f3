import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '#scripts/free-port.mjs'
import { SHORT_LIVED } from '#tests/support/server/test-extent.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** The build under test: a copy, so that a parallel build cannot replace it. */
export const buildFolder = () => process.env['SALEROOM_E2E_BUILD'] ?? path.join(root, 'dist')
// The first start fills the database with demo data, possibly on a busy machine.
const START_LIMIT_MS = 240_000

export interface RunningServer {
  url: string
  pid: number
  /** Its output so far. */
  output(): string
  /** Stops it, as Ctrl-C does, and waits for its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** Starts the built server as `npm start` does, without this process's settings. */
function spawnServer(
  env: Record<string, string>,
  build: string,
  nodeOptions: readonly string[],
): {
  child: ChildProcess
  output: () => string
} {
  const { PATH = '', HOME = '', TZ = '' } = process.env
  const args = [...nodeOptions, path.join(build, 'server', 'main.js')]
  const child = spawn(process.execPath, args, {
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
 * Starts the real server on a free port, and resolves once it responds.
 * @param env at least SALEROOM_DATA or DATABASE_URL
 * @param build the folder of a build, if it is not the one under test
 * @param nodeOptions none for a server that many tests share
 */
export async function startServer(
  env: Record<string, string>,
  build = buildFolder(),
  nodeOptions: readonly string[] = SHORT_LIVED,
): Promise<RunningServer> {
  const port = Number(env['PORT'] ?? (await freePort()))
  const url = `http://127.0.0.1:${port}`
  const { child, output } = spawnServer(
    { PUBLIC_URL: url, ...env, PORT: String(port) },
    build,
    nodeOptions,
  )
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
    // A running process has a pid.
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
