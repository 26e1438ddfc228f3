import { execFile, execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  sendEvents,
  type EventResult,
  type Receiver,
  type SaleEvent,
} from '#docs/examples/send-events.ts'

// The clients of docs/examples, as a presale site runs them, except that their pauses take no time.

export interface Sent {
  results: EventResult[]
  /** The message of the error, if the client threw one. */
  error: string | null
  /** In seconds. */
  pauses: number[]
}

export interface SaleClient {
  name: string
  send(events: readonly SaleEvent[], to: Receiver): Promise<Sent>
}

const typeScriptClient: SaleClient = {
  name: 'TypeScript',
  async send(events, to) {
    const pauses: number[] = []
    const wait = async (ms: number) => void pauses.push(ms / 1000)
    try {
      return { results: await sendEvents(events, to, wait), error: null, pauses }
    } catch (error) {
      return { results: [], error: String(error), pauses }
    }
  },
}

const PROGRAM = `
import json
import sys
from send_events import send_events

pauses = []
results, problem = [], None
try:
    results = send_events(**json.load(sys.stdin), wait=pauses.append)
except RuntimeError as error:
    problem = str(error)
json.dump({"results": results, "error": problem, "pauses": pauses}, sys.stdout)
`

const pythonClient: SaleClient = {
  name: 'Python',
  async send(events, to) {
    const sent: Sent = JSON.parse(await runPython(PROGRAM, { input: { events, ...to } }))
    return sent
  },
}

/** Runs a program that can import the client. @returns its output */
export async function runPython(
  program: string,
  { input, env = {} }: { input?: object; env?: Record<string, string> },
): Promise<string> {
  const running = promisify(execFile)('python3', ['-c', program], {
    maxBuffer: Infinity,
    env: {
      ...process.env,
      ...env,
      PYTHONPATH: fileURLToPath(new URL('../../../docs/examples', import.meta.url)),
      PYTHONDONTWRITEBYTECODE: '1',
      NO_PROXY: '*',
    },
  })
  running.child.stdin?.end(JSON.stringify(input))
  return (await running).stdout
}

/** Whether this machine has a Python that can run the client. */
export const hasPython = isPythonInstalled()
if (!hasPython) console.warn('Not tried, because not installed: python3, version 3.9 or newer')

export const saleClients = hasPython ? [typeScriptClient, pythonClient] : [typeScriptClient]

function isPythonInstalled(): boolean {
  try {
    const check = 'import sys; sys.exit(sys.version_info < (3, 9))'
    execFileSync('python3', ['-c', check], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
