import fs from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

// The embedded database lives in a thread of its own: a query holds up the thread that it runs in.
// Plain JavaScript, because Node starts a worker from the file as it is, in dev and in tests too.

// PGlite runs PostgreSQL with fsync off, on a file system that has none, with a WAL method that does
// nothing there. All three are put right here, or a power cut leaves a database that won't open
// (12 of 12 in trial; 0 of 12 with this). It reaches into internals: the version is pinned, and a
// test counts the fsyncs.
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
        // A directory has no descriptor of its own.
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
    // Thrown through the database's own code, it would leave it waiting for ever. Nobody knows what
    // the disk holds now: only a new start, from the log, is safe. This ends the thread alone.
    fs.writeSync(2, `The disk did not store what was written: ${String(error)}\n`)
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
 * What the database answers to a message. As a stream, because `execProtocolRaw` also parses every
 * answer and keeps all rows that it ever found.
 * @param {Uint8Array} bytes
 */
async function exchange(bytes) {
  /** @type {Uint8Array[]} */
  const chunks = []
  await database.execProtocolRawStream(bytes, {
    // A view of the database's own memory, which it writes over.
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

/** @param {{ id: number, bytes?: Uint8Array, ask?: string }} message */
async function answer({ id, bytes, ask }) {
  try {
    if (bytes) {
      const own = await exchange(bytes)
      // It has a buffer of its own, which moves over without being cloned once more.
      port.postMessage({ id, answer: own }, [own.buffer])
    } else if (ask === 'close') {
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

port.on('message', (message) => void answer(message))
