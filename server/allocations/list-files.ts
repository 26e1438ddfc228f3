import { setImmediate as letOthersRun } from 'node:timers/promises'
import { walkListRows } from '#server/db/allocations/rows.ts'
import { readPieces } from '#server/db/allocations/trees.ts'
import type { Db } from '#server/db/engine/open.ts'
import { trimDecimal } from '#src/domain/money/decimals.ts'
import { fromUnits, toUnits } from '#src/domain/money/token-units.ts'
import { checksumAddress } from '#src/domain/sale/checksum-address.mjs'
import type { AllocationFormat } from '#src/wire/allocation-lists.ts'
import { HASH_BYTES } from './merkle-tree.mjs'

// The files of lists. Tools and contracts read them: no byte order mark, no formulas, no quotes. A wallet
// that is owed less than one smallest unit has 0 units, and is in all of them but Safe's, which refuses
// an amount of nothing.

/** The form of a file, and the token's contract for Safe, in any case. */
export interface FileForm {
  format: AllocationFormat
  token_address?: string | undefined
}

interface BuiltList {
  id: number
  decimals: number
  wallets: number
}

/** A page is read in some milliseconds. */
const PAGE_ROWS = 1000
/** Spelling an address takes 10 µs. */
const SLICE_ROWS = 50

/** The first line of a file. */
export const headerOf = ({ format }: FileForm): string =>
  format === 'safe' ? 'token_type,token_address,receiver,amount\r\n' : 'address,amount\r\n'

/** What a line of a file starts with, before the address. */
export const startOf = ({ format, token_address = '' }: FileForm): string =>
  format === 'safe' ? `erc20,${checksumAddress(token_address.toLowerCase())},` : ''

/**
 * What a wallet with these tokens gets in a file. Safe pays whole units, and gets the amount in tokens.
 * @param tokens an exact decimal
 */
export function amountOf({ format }: FileForm, tokens: string, decimals: number): string {
  if (format === 'tokens') return trimDecimal(tokens)
  const units = toUnits(tokens, decimals)
  return format === 'units' ? units : fromUnits(units, decimals)
}

/** The least tokens of a wallet in a file. */
export const leastTokens = ({ format }: FileForm, decimals: number): string =>
  format === 'safe' ? fromUnits('1', decimals) : '0'

/**
 * The CSV of a list, by address, spelled as EIP-55 does, in pieces.
 * @param count of its rows; the file breaks off if there are others
 */
export async function* listCsv(
  db: Db,
  { id, decimals }: BuiltList,
  form: FileForm,
  count: number,
): AsyncGenerator<string> {
  yield headerOf(form)
  const start = startOf(form)
  let written = 0
  for await (const slice of inSlices(
    walkListRows(db, id, PAGE_ROWS, leastTokens(form, decimals)),
  )) {
    yield slice
      .map(({ wallet_address, tokens }) => {
        const amount = amountOf(form, tokens, decimals)
        return `${start}${checksumAddress(wallet_address)},${amount}\r\n`
      })
      .join('')
    written += slice.length
  }
  requireCount(written, count)
}

/**
 * The Merkle tree of a list, byte by byte as `JSON.stringify(StandardMerkleTree.of(rows, ['address',
 * 'uint256']).dump())` of OpenZeppelin for the rows of the file of units, in pieces.
 */
export async function* listTree(db: Db, list: BuiltList): AsyncGenerator<string> {
  yield '{"format":"standard-v1","leafEncoding":["address","uint256"],"tree":['
  let written = 0
  for await (const piece of readPieces(db, list.id, 'nodes'))
    for (let start = 0; start < piece.length; start += SLICE_ROWS * HASH_BYTES) {
      const nodes = piece.subarray(start, start + SLICE_ROWS * HASH_BYTES)
      const hashes = nodes.toString('hex').match(/.{64}/g) ?? []
      yield `${written === 0 ? '' : ','}${hashes.map((hash) => `"0x${hash}"`).join(',')}`
      written += hashes.length
      await letOthersRun()
    }
  requireCount(written, 2 * list.wallets - 1)
  yield '],"values":['
  const places = readPlaces(db, list.id)
  let values = 0
  for await (const slice of inSlices(walkListRows(db, list.id, PAGE_ROWS))) {
    const found: string[] = []
    for (const { wallet_address, tokens } of slice) {
      const place = await places.next()
      if (place.done) break
      const value = [checksumAddress(wallet_address), toUnits(tokens, list.decimals)]
      found.push(JSON.stringify({ value, treeIndex: place.value }))
    }
    yield `${values === 0 ? '' : ','}${found.join(',')}`
    values += found.length
  }
  requireCount(values, list.wallets)
  yield ']}'
}

/** The places of the leaves, in the order of the addresses. */
async function* readPlaces(db: Db, listId: number): AsyncGenerator<number> {
  for await (const piece of readPieces(db, listId, 'places'))
    for (let at = 0; at < piece.length; at += 4) yield piece.readUInt32BE(at)
}

/** Pages of rows in parts that are soon worked on, between which requests are served. */
async function* inSlices<Row>(pages: AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
  for await (const page of pages)
    for (let start = 0; start < page.length; start += SLICE_ROWS) {
      yield page.slice(start, start + SLICE_ROWS)
      await letOthersRun()
    }
}

/** A file that lacks a wallet must not look complete: an error in the middle breaks it off. */
function requireCount(written: number, count: number): void {
  if (written !== count) throw new Error(`A list has ${written} rows instead of ${count}`)
}
