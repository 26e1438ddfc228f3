import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** A wallet's address (0x and 40 hexadecimal digits) and its smallest units. */
export type Leaf = [address: string, units: string]

/** The tree of a list, and what its file of smallest units hashes to. */
interface BuiltTree {
  /** The hashes of all nodes, 32 bytes each, the root first. */
  nodes: Uint8Array
  /** The index of each wallet's leaf among them, in the order of the wallets. */
  places: Uint32Array
  /** 64 hexadecimal digits. */
  sha256: string
}

interface TreeBuilder {
  /**
   * Hands over wallets, in the order of their addresses. Resolves when the thread has taken those of the
   * call before, so that few wait.
   */
  add(leaves: Leaf[]): Promise<void>
  finish(): Promise<BuiltTree>
  /** Ends the thread. */
  close(): Promise<void>
}

/** Starts the thread of a tree of so many wallets, from its file as it is, also in tests. */
export const startTreeWorker = (wallets: number): Worker =>
  new Worker(new URL('./tree-worker.mjs', import.meta.url), { workerData: { wallets } })

/** Builds a tree in a thread. Every promise rejects when the thread ends too early. */
export function openTreeBuilder(worker: Worker): TreeBuilder {
  const ended = once(worker, 'exit').then(() => {
    throw new Error('The thread of the tree has stopped')
  })
  // Nobody may wait for it.
  ended.catch(() => undefined)
  const request = async (message: { rows: Leaf[] } | { end: true }): Promise<unknown> => {
    const reply = once(worker, 'message')
    worker.postMessage(message)
    const [answer] = await Promise.race([reply, ended])
    return answer
  }
  let taken: Promise<unknown> = Promise.resolve()
  return {
    async add(rows) {
      await taken
      taken = request({ rows })
      // It rejects again for the one that waits for it.
      taken.catch(() => undefined)
    },
    async finish() {
      await taken
      // What tree-worker.mjs answers to `end`.
      return (await request({ end: true })) as BuiltTree
    },
    close: async () => void (await worker.terminate()),
  }
}
