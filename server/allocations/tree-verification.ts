import {
  excerpt,
  openFileSums,
  openHashes,
  WHOLE,
  type FileSums,
  type VerifiedFile,
} from './file-sums.ts'
import { readJsonParts } from './json-scalars.ts'
import { HASH_BYTES } from './merkle-tree.mjs'

/**
 * Checks the JSON of a list's Merkle tree: each leaf and each node against the tree of its values.
 * @throws SyntaxError for a file that is not JSON
 */
export async function verifyTree(chunks: AsyncIterable<string>): Promise<VerifiedFile> {
  const sums = openFileSums(0)
  const nodes = openHashes()
  const places: number[] = []
  const [format, encoding]: [string[], string[]] = [[], []]
  let row: string[] = []
  let place = ''

  function takeNode(text: string): void {
    if (/^0x[\da-f]{64}$/.test(text)) nodes.add(Buffer.from(text.slice(2), 'hex'))
    else sums.refuse(`tree[${nodes.count}]`, `"${excerpt(text)}" is not a hash`)
  }
  function endValue(): void {
    const where = `values[${places.length}]`
    const [address = '', amount = ''] = row
    if (row.length === 2 && WHOLE.test(place)) sums.add(where, address, amount, false)
    else sums.refuse(where, 'It is not an address and an amount with their treeIndex')
    places.push(Number(place))
    row = []
    place = ''
  }
  for await (const parts of readJsonParts(chunks))
    for (const part of parts) {
      if ('end' in part) {
        if (part.path === 'values' && part.end === '}') endValue()
      } else if (part.path === 'tree') takeNode(part.text)
      else if (part.path === 'values.value') row.push(part.text)
      else if (part.path === 'values.treeIndex') place = part.text
      else if (part.path === 'format') format.push(part.text)
      else if (part.path === 'leafEncoding') encoding.push(part.text)
    }
  if (format.join() !== 'standard-v1') sums.report('format', 'It is not standard-v1')
  if (encoding.join() !== 'address,uint256')
    sums.report('leafEncoding', 'It is not address and uint256')
  if (places.length === 0) sums.report('values', 'There are none')
  const tree = sums.buildTree()
  if (tree && sums.wallets === places.length)
    compareTrees(sums, { nodes: nodes.join(), places }, tree)
  return sums.end('tree', tree && tree.nodes.subarray(0, HASH_BYTES))
}

interface Tree {
  nodes: Buffer
  places: ArrayLike<number>
}

function compareTrees({ report }: FileSums, found: Tree, right: Tree): void {
  const count = right.nodes.length / HASH_BYTES
  if (found.nodes.length !== right.nodes.length)
    report('tree', `It has ${found.nodes.length / HASH_BYTES} nodes in place of ${count}`)
  else if (!found.nodes.equals(right.nodes))
    for (let node = 0; node < count; node++) {
      const [from, to] = [node * HASH_BYTES, (node + 1) * HASH_BYTES]
      if (found.nodes.compare(right.nodes, from, to, from, to) !== 0)
        report(`tree[${node}]`, 'It is not the hash of what it stands for')
    }
  for (let n = 0; n < right.places.length; n++)
    if (found.places[n] !== right.places[n])
      report(`values[${n}]`, `Its treeIndex is not ${right.places[n]}`)
}
