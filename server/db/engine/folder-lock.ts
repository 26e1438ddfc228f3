import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SettingsError } from '#server/settings-error.ts'

export interface FolderLock {
  release(): void
}

/**
 * Locks the folder for this process. The embedded database has no lock of its own, and two servers
 * on one folder destroy it. A listening socket is atomic, and the system frees it after kill -9. Two
 * containers that share a volume do not see each other's locks.
 * @throws SettingsError if another process has the lock
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const name = `saleroom-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`
  if (process.platform === 'linux') return lockOf(await listen(`\0${name}`, folder))
  if (process.platform === 'win32') return lockOf(await listen(`\\\\.\\pipe\\${name}`, folder))
  // On other systems a socket is a file that outlives its process; without a listener it is stale.
  const file = path.join(tmpdir(), `${name}.sock`)
  if (!(await hasListener(file))) rmSync(file, { force: true })
  return lockOf(await listen(file, folder))
}

function lockOf(server: Server): FolderLock {
  server.unref()
  return { release: () => void server.close() }
}

function listen(address: string, folder: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE'
      reject(
        isTaken
          ? new SettingsError(
              `The database in ${folder} is in use by another Saleroom server. Stop that server, or set SALEROOM_DATA to another folder.`,
            )
          : error,
      )
    })
    server.listen(address, () => resolve(server))
  })
}

function hasListener(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(file, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
