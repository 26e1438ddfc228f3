import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { administer } from './administration.ts'
import type { Db } from '#server/db/open.ts'
import { SettingsError } from '#server/settings-error.ts'
import type { Clock } from '#server/dependencies.ts'

// The embedded database has one process. So that commands work while it runs, the server answers
// them on a socket in the data folder that only its own user can open.

/** What a command says; it hears what to tell the operator, or a fault. */
export interface CommandRequest {
  command: string
  operator: string
  words: readonly string[]
  /** What the command read from a file, where it did. */
  input?: string
}

/** Systems cut the address of a socket at about 100 bytes; a deep folder gets one elsewhere. */
const LONGEST_ADDRESS = 100

export function addressOf(dataFolder: string): string {
  const hash = createHash('sha256').update(path.resolve(dataFolder)).digest('hex').slice(0, 32)
  if (process.platform === 'win32') return `\\\\.\\pipe\\saleroom-control-${hash}`
  const inside = path.join(path.resolve(dataFolder), 'control.sock')
  return inside.length <= LONGEST_ADDRESS
    ? inside
    : path.join(tmpdir(), `saleroom-control-${hash}.sock`)
}

/** Answers commands until `close`. The caller holds the folder's lock, so nobody else does. */
export async function listenForCommands(
  dataFolder: string,
  db: Db,
  clock: Clock,
): Promise<{ close(): Promise<void> }> {
  const address = addressOf(dataFolder)
  const isFile = process.platform !== 'win32'
  if (isFile) rmSync(address, { force: true })
  const carryOut = async (text: string) => {
    // Only our own commands can open the socket.
    const asked = JSON.parse(text) as CommandRequest
    return administer({ db, now: clock.now(), operator: asked.operator }, asked)
  }
  const server = createServer((incoming, answer) => {
    const pieces: Buffer[] = []
    incoming.on('data', (piece: Buffer) => pieces.push(piece))
    incoming.on('end', () => {
      carryOut(Buffer.concat(pieces).toString('utf8')).then(
        (told) => answer.end(JSON.stringify({ told })),
        (error: unknown) => {
          const isExpected = error instanceof SettingsError
          if (!isExpected) console.error(error)
          answer.end(
            JSON.stringify({ fault: isExpected ? error.message : 'Internal server error' }),
          )
        },
      )
    })
  }).listen(address)
  await once(server, 'listening')
  if (isFile) chmodSync(address, 0o600)
  server.unref()
  return {
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/**
 * Has the running server of this folder carry a command out.
 * @returns what to tell the operator, or null when no server runs there
 * @throws SettingsError for a command that can't be carried out
 */
export async function sendToRunningServer(
  dataFolder: string,
  asked: CommandRequest,
): Promise<string | null> {
  const text = await new Promise<string | null>((resolve, reject) => {
    const outgoing = request({ socketPath: addressOf(dataFolder), method: 'POST' }, (answer) => {
      const pieces: Buffer[] = []
      answer.on('data', (piece: Buffer) => pieces.push(piece))
      answer.on('end', () => resolve(Buffer.concat(pieces).toString('utf8')))
      answer.on('error', reject)
    })
    outgoing.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' || error.code === 'ECONNREFUSED' ? resolve(null) : reject(error),
    )
    outgoing.end(JSON.stringify(asked))
  })
  if (text === null) return null
  // Our own server wrote it.
  const { told, fault } = JSON.parse(text) as { told?: string; fault?: string }
  if (told === undefined) throw new SettingsError(fault ?? 'The server gave no answer.')
  return told
}
