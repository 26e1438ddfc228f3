import { createHash } from 'node:crypto'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { checksumAddress } from '#src/domain/sale/checksum-address.mjs'
import { buildTree, HASH_BYTES, leafHash } from './merkle-tree.mjs'

// Hashing a million wallets takes half a minute, in which the thread of the server must answer others.

// On Linux a priority is that of the calling thread; elsewhere it would be that of the whole server.
if (process.platform === 'linux') setPriority(10)

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)
const file = createHash('sha256').update('address,amount\r\n')
const { wallets } = /** @type {{ wallets: number }} */ (workerData)
const leaves = Buffer.alloc(wallets * HASH_BYTES)
let taken = 0

/**
 * @param {{ rows: [address: string, units: string][] } | { end: true }} message rows in the order of
 *   their addresses
 */
function take(message) {
  if ('rows' in message) {
    let lines = ''
    for (const [address, units] of message.rows) {
      leaves.set(leafHash(address, BigInt(units)), taken * HASH_BYTES)
      lines += `${checksumAddress(address)},${units}\r\n`
      taken += 1
    }
    file.update(lines)
    port.postMessage({ taken: message.rows.length })
    return
  }
  const { nodes, places } = buildTree(leaves)
  // Transferred, not copied: they are some 70 MB of a million wallets.
  port.postMessage({ nodes, places, sha256: file.digest('hex') }, [nodes.buffer, places.buffer])
  port.close()
}

port.on('message', take)
