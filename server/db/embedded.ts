import { mkdirSync, realpathSync, writeFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { protocol, type PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { SettingsError } from '#server/settings-error.ts'
import { lockFolder } from './folder-lock.ts'

export interface Embedded {
  /** What node-postgres needs to talk to it. */
  config: object
  /** How often the database has asked the disk to keep what it wrote. */
  countSyncs(): Promise<number>
  close(): Promise<void>
}

interface Reply {
  ready?: true
  id: number
  answer?: Uint8Array
  syncs?: number
  error?: string
}

// Sync, Query, Flush and the end of a COPY: what comes before them waits, so that a statement
// crosses to the worker in one message.
const ENDS_A_BATCH = new Set(Buffer.from('SQHcfd'))

/**
 * Starts PGlite on `folder` in a worker thread.
 * @param onLost is told when the worker ends by itself: queries under way fail, later ones hang
 * @throws SettingsError when another process has the folder, or it can't be written
 */
export async function startEmbedded(
  folder: string,
  onLost: (error: Error) => void,
): Promise<Embedded> {
  requireWritable(folder)
  const lock = await lockFolder(realpathSync(folder))
  const worker = new Worker(new URL('./pglite-worker.mjs', import.meta.url), {
    workerData: { folder },
  })
  const waiting = new Map<number, { resolve(reply: Reply): void; reject(error: Error): void }>()
  let lastId = 0
  let isClosing = false

  const ready = new Promise<void>((resolve, reject) => {
    const fail = (error: Error) => {
      reject(error)
      for (const { reject: refuse } of waiting.values()) refuse(error)
      waiting.clear()
      if (!isClosing) onLost(error)
    }
    worker.on('error', fail)
    worker.on('exit', () => fail(new Error('The embedded database has stopped')))
    worker.on('message', (reply: Reply) => {
      if (reply.ready) return resolve()
      const waiter = waiting.get(reply.id)
      waiting.delete(reply.id)
      if (reply.error === undefined) waiter?.resolve(reply)
      else waiter?.reject(new Error(reply.error))
    })
  })

  const send = (message: { bytes: Uint8Array } | { ask: 'close' | 'syncs' }) =>
    new Promise<Reply>((resolve, reject) => {
      lastId += 1
      waiting.set(lastId, { resolve, reject })
      worker.postMessage({ id: lastId, ...message })
    })

  let held: Uint8Array[] = []
  const stand = {
    waitReady: ready,
    async execProtocolStream(bytes: Uint8Array) {
      held.push(bytes)
      if (!ENDS_A_BATCH.has(bytes[0] ?? 0)) return []
      const batch = held.length === 1 ? bytes : Buffer.concat(held)
      held = []
      const { answer } = await send({ bytes: batch })
      const messages: unknown[] = []
      if (answer) {
        // The worker sends a copy with a buffer of its own, never a shared one.
        const { buffer } = answer as Uint8Array<ArrayBuffer>
        new protocol.Parser().parse(buffer, (message) => messages.push(message))
      }
      return messages
    },
  }

  try {
    await ready
  } catch (error) {
    lock.release()
    throw error
  }
  return {
    // createPgConfig uses only the two members that `stand` has.
    config: createPgConfig(stand as unknown as PGlite),
    countSyncs: async () => (await send({ ask: 'syncs' })).syncs ?? 0,
    async close() {
      isClosing = true
      await send({ ask: 'close' })
      await worker.terminate()
      lock.release()
    },
  }
}

function requireWritable(folder: string): void {
  const probe = path.join(folder, '.writable')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new SettingsError(
      `The folder of the database can't be written: ${reason}. Set SALEROOM_DATA to one that can.`,
    )
  }
}
