import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  excerpt,
  isChecksummed,
  openFileSums,
  type FileSums,
  type VerifiedFile,
} from './file-sums.ts'
import { HASH_BYTES } from './merkle-tree.mjs'
import { verifyTree } from './tree-verification.ts'

interface Options {
  /** Of the token, for amounts in tokens. */
  decimals: number
  /** Whether whole amounts of a CSV are in tokens. Amounts with decimal places are in any case. */
  isInTokens: boolean
}

const HEADERS = ['address,amount', 'token_type,token_address,receiver,amount'] as const
const PIECE_BYTES = 1 << 20

/**
 * Checks a downloaded file of a list, and computes its Merkle root and its sums, without the list. Of any
 * size: only the hashes of the tree are held in memory.
 * @throws SyntaxError for a file that is none of a list
 */
export async function verifyFile(file: string, options: Options): Promise<VerifiedFile> {
  for await (const start of createReadStream(file, { end: 0, encoding: 'latin1' }))
    if (start === '{')
      return verifyTree(createReadStream(file, { highWaterMark: PIECE_BYTES, encoding: 'latin1' }))
  return verifyCsv(file, options)
}

interface Line {
  text: string
  number: number
}

/** The lines with their line breaks, as many at a time as a piece of the file has. */
async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<Line[]> {
  let rest = ''
  let number = 0
  const toLine = (text: string): Line => ({ text, number: (number += 1) })
  for await (const piece of pieces) {
    // A list is ASCII: any other byte is an error of its line.
    const lines = (rest + piece.toString('latin1')).split(/(?<=\n)/)
    rest = lines.at(-1)?.endsWith('\n') ? '' : (lines.pop() ?? '')
    yield lines.map(toLine)
  }
  if (rest !== '') yield [toLine(rest)]
}

/** Without an encoding, a stream has buffers. */
const readPieces = (file: string): AsyncIterable<Buffer> =>
  createReadStream(file, { highWaterMark: PIECE_BYTES })

async function verifyCsv(file: string, options: Options): Promise<VerifiedFile> {
  const sums = openFileSums(options.decimals)
  const bytes = createHash('sha256')
  const isInTokens = options.isInTokens || (await hasDecimalPlaces(file))
  let header: string | null = null
  let hasOtherBreaks = false

  async function* hashedPieces() {
    for await (const piece of readPieces(file)) {
      bytes.update(piece)
      yield piece
    }
  }
  const takeSafe = openSafeRows(sums)
  for await (const lines of linesOf(hashedPieces()))
    for (const { text, number } of lines) {
      const where = `Line ${number}`
      if (!text.endsWith('\r\n') && !hasOtherBreaks) {
        hasOtherBreaks = true
        sums.report(where, 'It does not end with CR and LF, as every line of a list does')
      }
      const line = text.replace(/\r?\n$/, '')
      if (header === null) {
        header = requireHeader(line)
        continue
      }
      const cells = line.split(',')
      if (header === HEADERS[1]) takeSafe(where, cells)
      else if (cells.length !== 2) sums.refuse(where, `"${excerpt(line)}" is not a row of a list`)
      else sums.add(where, cells[0] ?? '', cells[1] ?? '', isInTokens)
    }
  if (header === null) throw new SyntaxError('The file is empty')
  if (sums.wallets === 0) sums.report('File', 'It has no wallets')
  const format = header === HEADERS[1] ? 'safe' : isInTokens ? 'tokens' : 'units'
  const tree = sums.buildTree()
  const verified = sums.end(format, tree && tree.nodes.subarray(0, HASH_BYTES))
  return format === 'units' ? { ...verified, sha256: bytes.digest('hex') } : verified
}

function requireHeader(line: string): string {
  if (HEADERS.some((header) => header === line)) return line
  throw new SyntaxError(
    `Line 1: "${excerpt(line)}" is not the header of a list, which is ${HEADERS.join(' or ')}. A Merkle tree is JSON`,
  )
}

/** Rows as Safe's airdrop reads them, of one token. */
function openSafeRows(sums: FileSums) {
  let token: string | null = null
  return (where: string, cells: readonly string[]) => {
    const [type, contract = '', receiver = '', amount = '', extra] = cells
    if (cells.length < 4 || extra !== undefined)
      return sums.refuse(where, `"${excerpt(cells.join(','))}" is not a row of Safe's airdrop`)
    token ??= contract
    if (type !== 'erc20') sums.report(where, `"${excerpt(type ?? '')}" is not erc20`)
    if (!isChecksummed(contract))
      sums.report(where, `"${excerpt(contract)}" is not the address of a token`)
    else if (contract !== token) sums.report(where, `${contract} is another token than ${token}`)
    return sums.add(where, receiver, amount, true)
  }
}

/** Whether an amount of a CSV has decimal places, which smallest units do not have. */
async function hasDecimalPlaces(file: string): Promise<boolean> {
  for await (const piece of readPieces(file)) if (piece.includes('.')) return true
  return false
}
