import { readNodes } from '#server/db/allocations/trees.ts'
import type { Db } from '#server/db/engine/open.ts'
import { proofPlaces } from './merkle-tree.mjs'

/** Leaves that one query compares: a tree of a million takes four queries. */
const PROBES = 64

/**
 * The proof of a leaf of a list's tree, from the leaf to the root: 0x and 64 hexadecimal digits each.
 * Null if the tree lacks the leaf.
 * @param wallets of the list: the number of leaves
 */
export async function findProof(
  db: Db,
  list: { id: number; wallets: number },
  leaf: Uint8Array,
): Promise<string[] | null> {
  const place = await findLeaf(db, list, leaf)
  if (place === null) return null
  const nodes = await readNodes(db, list.id, proofPlaces(place))
  return nodes.map((node) => `0x${node.toString('hex')}`)
}

/** The place of a leaf. Leaves are at the end of the tree, in falling order. */
async function findLeaf(
  db: Db,
  { id, wallets }: { id: number; wallets: number },
  leaf: Uint8Array,
): Promise<number | null> {
  let [low, high] = [wallets - 1, 2 * wallets - 1]
  while (low < high) {
    const step = Math.ceil((high - low) / PROBES)
    const first = low
    const places = Array.from(
      { length: Math.ceil((high - low) / step) },
      (_, probe) => first + probe * step,
    )
    const nodes = await readNodes(db, id, places)
    const found = nodes.findLastIndex((node) => node.compare(leaf) >= 0)
    const place = places[found]
    if (place === undefined) return null
    if (nodes[found]?.equals(leaf)) return place
    ;[low, high] = [place + 1, Math.min(place + step, high)]
  }
  return null
}
