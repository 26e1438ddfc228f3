import { EventEmitter } from 'node:events'
import { mkdirSync, realpathSync, writeFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { DatabaseError, parse } from 'pg-protocol'
import { messageOf } from '#server/error-message.ts'
import { SettingsError } from '#server/settings-error.ts'
import { isNoSpace, requireSpaceForNew } from './disk-space.ts'
import { lockFolder } from './folder-lock.ts'

export interface Embedded {
  /** The configuration of a node-postgres pool. */
  config: object
  /** The number of fsync calls so far. */
  countSyncs(): Promise<number>
  close(): Promise<void>
}

interface Reply {
  ready?: true
  id: number
  bytes?: Uint8Array
  syncs?: number
  error?: string
}

// Sync, Query, Flush and the end of a COPY. Messages before them are buffered, so a statement reaches
// the worker in one message.
const BATCH_END = new Set(Buffer.from('SQHcf'))

/** PGlite reads the rows of a COPY from the batch of its statement: it cannot wait for the next one. */
function endsBatch(message: Uint8Array): boolean {
  const text = Buffer.from(message.buffer, message.byteOffset, message.byteLength)
  const isCopyIn = text.toString('latin1', 5, 10) === 'copy ' && text.includes(' from stdin\0')
  return BATCH_END.has(message[0] ?? 0) && !isCopyIn
}

/**
 * Starts PGlite on `folder` in a worker thread.
 * @param onLost is called if the worker stops by itself: running queries fail, later ones hang
 * @throws SettingsError if another process uses the folder, it is not writable, or its disk is full
 */
export async function startEmbedded(
  folder: string,
  onLost: (error: Error) => void,
): Promise<Embedded> {
  requireWritable(folder)
  requireSpaceForNew(folder)
  const lock = await lockFolder(realpathSync(folder))
  const worker = new Worker(new URL('./pglite-worker.mjs', import.meta.url), {
    workerData: { folder },
  })
  const pending = new Map<number, { resolve(reply: Reply): void; reject(error: Error): void }>()
  let lastId = 0
  let isOpen = false
  let lost: Error | null = null
  let fail: (error: Error) => void = () => {}

  const ready = new Promise<void>((resolve, reject) => {
    fail = (error) => {
      if (lost !== null) return
      lost = error
      reject(error)
      for (const request of pending.values()) request.reject(error)
      pending.clear()
      // An error before it is open is the caller's.
      if (isOpen) onLost(error)
    }
    worker.on('error', fail)
    worker.on('exit', () => fail(new Error('The embedded database has stopped')))
    worker.on('message', (reply: Reply) => {
      if (reply.ready) return resolve()
      const request = pending.get(reply.id)
      pending.delete(reply.id)
      if (reply.error === undefined) request?.resolve(reply)
      else request?.reject(new Error(reply.error))
    })
  })

  const send = (message: { bytes: Uint8Array } | { command: 'close' | 'syncs' }) =>
    new Promise<Reply>((resolve, reject) => {
      if (lost !== null) return reject(lost)
      lastId += 1
      pending.set(lastId, { resolve, reject })
      worker.postMessage({ id: lastId, ...message })
    })

  // The parser of node-postgres, because PGlite's copies each field before it reads it.
  const replies = new EventEmitter()
  let messages: unknown[] = []
  // The parser only listens to the data, which it parses at once.
  void parse(replies as NodeJS.ReadableStream, (message) => {
    messages.push(message)
    // PostgreSQL ends here, such as when its log can't be written. PGlite goes on, and the next
    // statement would wait forever. Only another start, which replays the log, is safe.
    if (message instanceof DatabaseError && message.severity === 'PANIC') {
      fail(message)
      void worker.terminate()
    }
  })
  let buffered: Uint8Array[] = []
  const pglite = {
    waitReady: ready,
    async execProtocolStream(bytes: Uint8Array) {
      buffered.push(bytes)
      if (!endsBatch(bytes)) return []
      const batch = buffered.length === 1 ? bytes : Buffer.concat(buffered)
      buffered = []
      const { bytes: reply } = await send({ bytes: batch })
      messages = []
      if (reply) replies.emit('data', Buffer.from(reply.buffer, reply.byteOffset, reply.length))
      return messages
    },
  }

  try {
    await ready
    isOpen = true
  } catch (error) {
    lock.release()
    throw error
  }
  return {
    // createPgConfig uses only these two members.
    config: createPgConfig(pglite as unknown as PGlite),
    countSyncs: async () => (await send({ command: 'syncs' })).syncs ?? 0,
    async close() {
      isOpen = false
      try {
        if (lost === null) await send({ command: 'close' })
        await worker.terminate()
      } finally {
        lock.release()
      }
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
    if (isNoSpace(error)) throw error
    const reason = messageOf(error)
    throw new SettingsError(
      `The folder of the database can't be written: ${reason}. Set SALEROOM_DATA to a writable folder.`,
    )
  }
}
