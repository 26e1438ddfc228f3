import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Clock } from '#server/dependencies.ts'
import { SettingsError } from '#server/settings-error.ts'
import type { AdminContext } from './admin-context.ts'
import { runCommand, type CommandRequest } from './run-command.ts'

// Only one process can open the embedded database. While the server has it open, commands run in
// the server, over a socket in the data folder that only the server's user can open.

/** What the server answers a command: its output, or an error message for the operator. */
type CommandResponse = { output: string } | { error: string }

/** Systems limit a socket's path to about 100 bytes. A longer one moves to the temporary folder. */
const MAX_ADDRESS_LENGTH = 100

/** For the end of a command that was stopped. A long import is cut off. */
const CLOSE_LIMIT_MS = 1000

export function controlAddress(dataFolder: string): string {
  const hash = createHash('sha256').update(path.resolve(dataFolder)).digest('hex').slice(0, 32)
  if (process.platform === 'win32') return `\\\\.\\pipe\\saleroom-control-${hash}`
  const inside = path.join(path.resolve(dataFolder), 'control.sock')
  return inside.length <= MAX_ADDRESS_LENGTH
    ? inside
    : path.join(tmpdir(), `saleroom-control-${hash}.sock`)
}

/** Answers commands until `close`, which lets ended ones respond. The caller holds the folder's lock, so the socket is its own. */
export async function listenForCommands(
  dataFolder: string,
  clock: Clock,
  parts: Omit<AdminContext, 'now' | 'operator'>,
): Promise<{ close(): Promise<void> }> {
  const address = controlAddress(dataFolder)
  const isFile = process.platform !== 'win32'
  if (isFile) rmSync(address, { force: true })
  const respond = async (text: string): Promise<CommandResponse> => {
    try {
      // Only Saleroom's own commands can open the socket.
      const command = JSON.parse(text) as CommandRequest
      const context = { ...parts, now: clock.now(), operator: command.operator }
      return { output: await runCommand(context, command) }
    } catch (error) {
      if (error instanceof SettingsError) return { error: error.message }
      console.error(error)
      return { error: 'Internal server error' }
    }
  }
  const server = createServer((incoming, answer) => {
    answer.shouldKeepAlive = false
    const pieces: Buffer[] = []
    incoming.on('data', (piece: Buffer) => pieces.push(piece))
    incoming.on('end', () => {
      void respond(Buffer.concat(pieces).toString('utf8')).then((response) =>
        answer.end(JSON.stringify(response)),
      )
    })
  }).listen(address)
  await once(server, 'listening')
  if (isFile) chmodSync(address, 0o600)
  server.unref()
  return {
    async close() {
      server.close()
      const limit = setTimeout(() => server.closeAllConnections(), CLOSE_LIMIT_MS)
      await once(server, 'close')
      clearTimeout(limit)
    },
  }
}

/**
 * Runs a command in the server that has this folder's database open.
 * @returns the command's output, or null when no server runs on the folder
 * @throws SettingsError for a command that fails
 */
export async function sendToRunningServer(
  dataFolder: string,
  command: CommandRequest,
): Promise<string | null> {
  const text = await new Promise<string | null>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(null)
      else if (error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve('')
      else reject(error)
    }
    const outgoing = request(
      { socketPath: controlAddress(dataFolder), method: 'POST' },
      (answer) => {
        const pieces: Buffer[] = []
        answer.on('data', (piece: Buffer) => pieces.push(piece))
        answer.on('end', () => resolve(Buffer.concat(pieces).toString('utf8')))
        answer.on('error', fail)
      },
    )
    outgoing.on('error', fail)
    outgoing.end(JSON.stringify(command))
  })
  if (text === null) return null
  if (text === '') throw new SettingsError('The server stopped before the command ended.')
  // Saleroom's own server wrote it.
  const response = JSON.parse(text) as CommandResponse
  if ('error' in response) throw new SettingsError(response.error)
  return response.output
}
