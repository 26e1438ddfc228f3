import fs from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

// The embedded database runs in its own thread, because a query blocks the thread that it runs in.
// This is plain JavaScript because Node starts a worker from the file as it is, also in tests.

// PGlite runs PostgreSQL with fsync off, on a file system without fsync, with a WAL method that does
// nothing there. This file corrects all three. Without them a power cut left a database that did not
// open in 12 of 12 trials, with them in 0 of 12. This depends on internals, so the version is pinned
// and a test counts the fsync calls.
class DurableFS extends NodeFS {
  /**
   * @override
   * @type {NodeFS['init']}
   */
  async init(pg, options) {
    const result = await super.init(pg, options)
    result.emscriptenOpts.preRun?.push((module) => {
      const operations = /** @type {any} */ (module).NODEFS.stream_ops
      operations.fsync = (/** @type {{ nfd?: number }} */ stream) => {
        // A directory has no descriptor.
        if (stream.nfd !== undefined) sync(stream.nfd)
        return 0
      }
    })
    return result
  }
}

let syncs = 0

/** @param {number} file */
function sync(file) {
  try {
    fs.fdatasyncSync(file)
    syncs++
  } catch (error) {
    // An exception thrown through the database's own code would leave it waiting forever. The state
    // of the disk is unknown, and only a restart, which replays the WAL, is safe. In a worker, exit
    // ends only this thread.
    fs.writeSync(2, `The disk could not store the data: ${String(error)}\n`)
    process.exit(1)
  }
}

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)
const { folder } = /** @type {{ folder: string }} */ (workerData)

const database = await PGlite.create({
  fs: new DurableFS(folder),
  dataDir: folder,
  startParams: [
    ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
    '-c',
    'wal_sync_method=fsync',
    '-c',
    'work_mem=32MB',
    '-c',
    'max_wal_size=256MB',
  ],
})
port.postMessage({ ready: true })

/**
 * Sends a protocol message and returns the reply. Uses the stream, because `execProtocolRaw` also
 * parses every reply and never frees the rows.
 * @param {Uint8Array} bytes
 */
async function exchange(bytes) {
  /** @type {Uint8Array[]} */
  const chunks = []
  await database.execProtocolRawStream(bytes, {
    // The chunk is a view of the database's memory, which it overwrites.
    onRawData: (chunk) => void chunks.push(chunk.slice()),
  })
  const whole = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

/** @param {{ id: number, bytes?: Uint8Array, command?: string }} message */
async function reply({ id, bytes, command }) {
  try {
    if (bytes) {
      const result = await exchange(bytes)
      // The buffer is transferred, not cloned.
      port.postMessage({ id, bytes: result }, [result.buffer])
    } else if (command === 'close') {
      await database.close()
      port.postMessage({ id })
      port.close()
    } else {
      port.postMessage({ id, syncs })
    }
  } catch (error) {
    port.postMessage({ id, error: error instanceof Error ? error.message : String(error) })
  }
}

port.on('message', (message) => void reply(message))
