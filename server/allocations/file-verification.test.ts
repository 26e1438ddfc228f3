import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { toUnits } from '#src/domain/money/token-units.ts'
import { checksumAddress } from '#src/domain/sale/checksum-address.mjs'
import { verifyFile } from './file-verification.ts'
import { readJsonParts, type JsonPart } from './json-scalars.ts'
import { buildTree, HASH_BYTES, leafHash } from './merkle-tree.mjs'

const folder = mkdtempSync(path.join(tmpdir(), 'saleroom-verify-'))
afterAll(() => rmSync(folder, { recursive: true }))

const TOKEN = checksumAddress(`0x${'7e'.repeat(20)}`)
const WALLETS: [address: string, tokens: string][] = Array.from({ length: 5 }, (_, n) => [
  checksumAddress(`0x${String(n + 1).padStart(2, '0')}${'abcdef'.repeat(6)}42`),
  ['1.5', '100000000000000000000', '0.000000000000000001', '7', '0.25'][n] ?? '',
])

const fileOf = (header: string, rows: readonly string[]) =>
  [header, ...rows].map((row) => `${row}\r\n`).join('')
const units = (decimals = 18) =>
  fileOf(
    'address,amount',
    WALLETS.map(([to, tokens]) => `${to},${toUnits(tokens, decimals)}`),
  )
const tokens = () =>
  fileOf(
    'address,amount',
    WALLETS.map((row) => row.join(',')),
  )
const safe = () =>
  fileOf(
    'token_type,token_address,receiver,amount',
    WALLETS.map((row) => `erc20,${TOKEN},${row.join(',')}`),
  )

/** The tree as OpenZeppelin dumps it. */
function dump() {
  const rows = WALLETS.map(([to, amount]) => [to, toUnits(amount, 18)])
  const leaves = rows.map(([to = '', amount = '']) => leafHash(to.toLowerCase(), BigInt(amount)))
  const { nodes, places } = buildTree(Buffer.concat(leaves))
  const tree = Array.from(
    { length: nodes.length / HASH_BYTES },
    (_, n) => `0x${nodes.toString('hex', n * HASH_BYTES, (n + 1) * HASH_BYTES)}`,
  )
  const values = rows.map((value, n) => ({ value, treeIndex: places[n] ?? 0 }))
  return { format: 'standard-v1', leafEncoding: ['address', 'uint256'], tree, values }
}
const [ROOT] = dump().tree
const SHA256 = createHash('sha256').update(units()).digest('hex')

function verify(text: string, decimals = 18, isInTokens = false) {
  const file = path.join(folder, 'file')
  writeFileSync(file, text)
  return verifyFile(file, { decimals, isInTokens })
}

test.each([
  ['units', units(), null],
  ['tokens', tokens(), '100000000000000000008.750000000000000001'],
  ['safe', safe(), '100000000000000000008.750000000000000001'],
  ['tree', JSON.stringify(dump()), null],
  ['tree', JSON.stringify(dump(), null, 2), null],
])('a file of %s has the root, the sums and the hash of its list', async (format, text, sum) => {
  expect(await verify(text)).toEqual({
    format,
    wallets: 5,
    units: '100000000000000000008750000000000000001',
    tokens: sum,
    root: ROOT,
    sha256: SHA256,
    problems: [],
    problemCount: 0,
  })
})

test('amounts in tokens are rounded down to the decimals that are given', async () => {
  const exact = await verify(units(6))
  expect(await verify(tokens(), 6)).toMatchObject({ root: exact.root, sha256: exact.sha256 })
  const whole = fileOf('address,amount', [`${WALLETS[0]?.[0]},3`])
  expect((await verify(whole, 6)).units).toBe('3')
  expect(await verify(whole, 6, true)).toMatchObject({ format: 'tokens', units: '3000000' })
})

/** The file of units with another line; the header is line 1. */
function withLine(line: number, change: (text: string) => string): string {
  const lines = units().split('\r\n')
  return lines.map((text, n) => (n === line - 1 ? change(text) : text)).join('\r\n')
}
const swapped = () => {
  const [header = '', a = '', b = '', ...rest] = units().split('\r\n')
  return [header, b, a, ...rest].join('\r\n')
}

test.each([
  ['an address in small letters', withLine(2, (line) => line.toLowerCase()), 'Line 2: 0x'],
  ['a repeat', withLine(3, () => units().split('\r\n')[1] ?? ''), 'Line 3: 0x'],
  ['another order', swapped(), 'Line 3: 0x'],
  ['a sign', withLine(4, (line) => line.replace(',', ',-')), 'Line 4: "-1" is not an amount.'],
  ['zeros first', withLine(4, (line) => line.replace(',', ',0')), 'Line 4: "01" is not an amount.'],
  ['an exponent', withLine(4, (line) => `${line}e3`), 'Line 4: "1e3" is not an amount.'],
  [
    'more than a uint256',
    withLine(4, (line) => `${line}${'0'.repeat(80)}`),
    'too large for a uint256',
  ],
  ['no address', withLine(2, () => '0x12,5'), 'Line 2: "0x12" is not an address.'],
  ['an empty line', withLine(2, () => ''), 'Line 2: "" is not a row of a list.'],
  ['quotes', withLine(4, (line) => line.replace(',', ',"')), 'is not an amount'],
  ['another column', withLine(5, (line) => `${line},1`), 'Line 5: "0x'],
  ['line feeds alone', units().replaceAll('\r\n', '\n'), 'Line 1: It does not end with CR and LF'],
  ['no end', units().slice(0, -2), 'Line 6: It does not end with CR and LF'],
  ['no rows', fileOf('address,amount', []), 'File: It has no wallets.'],
])('a CSV with %s is found out', async (_what, text, problem) => {
  const { sha256, problems } = await verify(text)
  expect(sha256).not.toBe(SHA256)
  expect(problems[0]).toContain(problem)
})

test('a changed amount makes another root and hash', async () => {
  const changed = await verify(withLine(5, (line) => line.replace(',7', ',8')))
  expect(changed.problems).toEqual([])
  expect([changed.root === ROOT, changed.sha256 === SHA256]).toEqual([false, false])
})

test.each([
  [safe().replace('erc20', 'native'), 'Line 2: "native" is not erc20.'],
  [safe().replace(TOKEN, WALLETS[0]?.[0] ?? ''), 'Line 3: 0x'],
  [safe().replace(TOKEN, TOKEN.toLowerCase()), 'is not the address of a token.'],
  [safe().replace('erc20,', ''), "is not a row of Safe's airdrop."],
])("a file of Safe's airdrop with another token or column is found out", async (text, problem) => {
  expect((await verify(text)).problems[0]).toContain(problem)
})

describe('a tree', () => {
  const treeWith = (change: (tree: ReturnType<typeof dump>) => void) => {
    const tree = dump()
    change(tree)
    return verify(JSON.stringify(tree))
  }
  const other = `0x${'1'.repeat(64)}`

  test.each(Array.from({ length: 9 }, (_, n) => n))('is checked at its node %i', async (n) => {
    const { problems } = await treeWith(({ tree }) => (tree[n] = other))
    expect(problems).toEqual([`tree[${n}]: It is not the hash of what it stands for.`])
  })

  test('is checked at its values, their places, its form and its length', async () => {
    const value = await treeWith(({ values }) => values[1]?.value.splice(1, 1, '5'))
    expect([value.root === ROOT, value.problems.length > 0]).toEqual([false, true])
    const place = await treeWith(({ values }) => Object.assign(values[2] ?? {}, { treeIndex: 1 }))
    expect(place.problems[0]).toMatch(/^values\[2\]: Its treeIndex is not \d\.$/)
    const format = await treeWith((tree) => (tree.format = 'simple-v1'))
    expect(format.problems).toEqual(['format: It is not standard-v1.'])
    const encoding = await treeWith((tree) => tree.leafEncoding.push('bytes'))
    expect(encoding.problems).toEqual(['leafEncoding: It is not address and uint256.'])
    const short = await treeWith(({ tree }) => tree.pop())
    expect(short.problems).toEqual(['tree: It has 8 nodes in place of 9.'])
    const odd = await treeWith(({ tree }) => (tree[3] = 'nothing'))
    expect([odd.root, odd.problems[0]]).toEqual([null, 'tree[3]: "nothing" is not a hash.'])
    const empty = await treeWith((tree) => (tree.values = []))
    expect([empty.root, empty.problems]).toEqual([null, ['values: There are none.']])
  })
})

test.each([
  ['', 'The file is empty'],
  ['wallet;sum\r\n', 'Line 1: "wallet;sum" is not the header of a list'],
  ['{"tree":[', 'Line 1: the file ends before its JSON does'],
  ['{"tree":[\n1,]}', 'Line 2: this is not JSON at "]"'],
  ['{"tree":[}', 'this is not JSON'],
  ['{"a" 1}', 'this is not JSON'],
  ['{a:1}', 'this is not JSON'],
  ['{} 1', 'this is not JSON'],
  [`{"${'x'.repeat(2000)}`, 'this is not JSON'],
])('the text %j is refused', async (text, message) => {
  await expect(verify(text)).rejects.toThrow(message)
})

test('JSON is read alike in pieces of any length', async () => {
  const text = JSON.stringify({ a: [1, -2.5e3, { b: 'x"y', c: [] }], d: null, e: [true, [12]] })
  const read = async (size: number) => {
    async function* pieces() {
      for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
    }
    const parts: JsonPart[] = []
    for await (const some of readJsonParts(pieces())) parts.push(...some)
    return parts
  }
  const whole = await read(text.length)
  expect(whole.flatMap((part) => ('text' in part ? [[part.path, part.text]] : []))).toEqual([
    ['a', '1'],
    ['a', '-2500'],
    ['a.b', 'x\\"y'],
    ['d', 'null'],
    ['e', 'true'],
    ['e', '12'],
  ])
  for (let size = 1; size < 20; size++) expect(await read(size)).toEqual(whole)
})
