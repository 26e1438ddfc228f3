import { createHash } from 'node:crypto'
import { fromUnits, toUnits } from '#src/domain/money/token-units.ts'
import { checksumAddress } from '#src/domain/sale/checksum-address.mjs'
import { MAX_DECIMALS } from '#src/wire/allocation-lists.ts'
import { buildTree, HASH_BYTES, leafHash } from './merkle-tree.mjs'

export type FileFormat = 'units' | 'tokens' | 'safe' | 'tree'

/** What a downloaded file of a list holds, computed from the file alone. */
export interface VerifiedFile {
  format: FileFormat
  wallets: number
  /** The sum in smallest units. */
  units: string
  /** The sum as an exact decimal; null for a file of smallest units. */
  tokens: string | null
  /** Null where a row can't be read, or there is none. */
  root: string | null
  /** Of the list as a CSV of smallest units; of such a file itself, the hash of its bytes. */
  sha256: string
  /** What is wrong and where: the first of them, and how many there are. */
  problems: string[]
  problemCount: number
}

const MAX_PROBLEMS = 20
const MAX_UNITS = 2n ** 256n
const ADDRESS = /^0x[\da-f]{40}$/i
export const WHOLE = /^(?:0|[1-9]\d{0,99})$/
const DECIMAL = /^(?:0|[1-9]\d{0,99})(?:\.\d{1,36})?$/
/** Hashes are collected in pieces of this many. */
const PIECE_HASHES = 32_768

/** Hashes of 32 bytes one after the other. */
export function openHashes() {
  const pieces: Buffer[] = []
  let count = 0
  return {
    add(hash: Uint8Array): void {
      const place = count % PIECE_HASHES
      if (place === 0) pieces.push(Buffer.alloc(PIECE_HASHES * HASH_BYTES))
      pieces.at(-1)?.set(hash, place * HASH_BYTES)
      count += 1
    },
    get count() {
      return count
    },
    join: () => Buffer.concat(pieces, count * HASH_BYTES),
  }
}

/** The start of a text of any length. */
export const excerpt = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

/** Whether a text is an address as EIP-55 spells it. */
export const isChecksummed = (text: string) =>
  ADDRESS.test(text) && checksumAddress(text.toLowerCase()) === text

/**
 * Adds up the rows of a file of a list, and checks them. It keeps the leaves of their tree.
 * @param decimals of the token, for amounts in tokens
 */
export function openFileSums(decimals: number) {
  const problems: string[] = []
  const file = createHash('sha256').update('address,amount\r\n')
  const leaves = openHashes()
  let problemCount = 0
  let [units, scaled] = [0n, 0n]
  let [last, isReadable] = ['', true]

  const report = (where: string, problem: string) => {
    problemCount += 1
    if (problems.length < MAX_PROBLEMS) problems.push(`${where}: ${problem}.`)
  }
  /** A row that can't be read, so that there is no root. */
  const refuse = (where: string, problem: string) => {
    report(where, problem)
    isReadable = false
  }
  return {
    report,
    refuse,
    /** @param isInTokens whether the amount is in tokens; else in smallest units */
    add(where: string, address: string, amount: string, isInTokens: boolean): void {
      if (!ADDRESS.test(address)) return refuse(where, `"${excerpt(address)}" is not an address`)
      if (!(isInTokens ? DECIMAL : WHOLE).test(amount))
        return refuse(where, `"${excerpt(amount)}" is not an amount`)
      const own = BigInt(isInTokens ? toUnits(amount, decimals) : amount)
      if (own >= MAX_UNITS) return refuse(where, `${amount} is too large for a uint256`)
      const lower = address.toLowerCase()
      const checksummed = checksumAddress(lower)
      if (address !== checksummed) report(where, `${address} is not spelled as ${checksummed}`)
      if (lower === last) report(where, `${address} is a repeat`)
      else if (lower < last) report(where, `${address} is not in the order of the addresses`)
      last = lower
      if (isInTokens) scaled += BigInt(toUnits(amount, MAX_DECIMALS))
      units += own
      file.update(`${checksummed},${own}\r\n`)
      leaves.add(leafHash(lower, own))
    },
    get wallets() {
      return leaves.count
    },
    /** The tree of the rows; null without rows. */
    buildTree: () => (leaves.count === 0 ? null : buildTree(leaves.join())),
    end(format: FileFormat, root: Uint8Array | null): VerifiedFile {
      return {
        format,
        wallets: leaves.count,
        units: String(units),
        tokens:
          format === 'tokens' || format === 'safe' ? fromUnits(String(scaled), MAX_DECIMALS) : null,
        root: root && isReadable ? `0x${Buffer.from(root).toString('hex')}` : null,
        sha256: file.digest('hex'),
        problems,
        problemCount,
      }
    },
  }
}
export type FileSums = ReturnType<typeof openFileSums>
