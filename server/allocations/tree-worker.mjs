import { createHash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { checksumAddress } from '#src/domain/sale/checksum-address.mjs'
import { buildTree, HASH_BYTES, leafHash } from './merkle-tree.mjs'

// Hashing a million wallets takes half a minute, in which the thread of the server must answer others.

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)
const file = createHash('sha256').update('address,amount\r\n')
/** @type {Buffer[]} */
const parts = []

/**
 * @param {{ rows: [address: string, units: string][] } | { end: true }} message rows in the order of
 *   their addresses
 */
function take(message) {
  if ('rows' in message) {
    const leaves = Buffer.alloc(message.rows.length * HASH_BYTES)
    let lines = ''
    message.rows.forEach(([address, units], n) => {
      leaves.set(leafHash(address, BigInt(units)), n * HASH_BYTES)
      lines += `${checksumAddress(address)},${units}\r\n`
    })
    file.update(lines)
    parts.push(leaves)
    port.postMessage({ taken: message.rows.length })
    return
  }
  const { nodes, places } = buildTree(Buffer.concat(parts))
  // Transferred, not copied: they are some 70 MB of a million wallets.
  port.postMessage({ nodes, places, sha256: file.digest('hex') }, [nodes.buffer, places.buffer])
  port.close()
}

port.on('message', take)
