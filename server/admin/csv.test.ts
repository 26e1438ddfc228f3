import { describe, expect, it } from 'vitest'
import { SettingsError } from '#server/settings-error.ts'
import { detectDelimiter, readCsv, type CsvPosition } from './csv.ts'
import { readTable } from './import-start.ts'

async function* bytesOf(...pieces: (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) yield Buffer.from(piece)
}

async function read(...pieces: (string | Buffer)[]) {
  const lines: [number, ...string[]][] = []
  for await (const { line, cells } of readCsv(bytesOf(...pieces))) lines.push([line, ...cells])
  return lines
}

describe('a CSV file', () => {
  it.each([
    [
      'a,b\n1,2\n',
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
      ],
    ],
    [
      '\uFEFFa,b\r\n1,2',
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
      ],
    ],
    [
      'a\n\n\nb',
      [
        [1, 'a'],
        [4, 'b'],
      ],
    ],
    [
      '"a,""b""","c\nd"\ne,f',
      [
        [1, 'a,"b"', 'c\nd'],
        [3, 'e', 'f'],
      ],
    ],
    ['"",x\n,\n , \n', [[1, '', 'x']]],
    [
      'a,b\r1,2\r"3\r4",5\r',
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
        [3, '3\r4', '5'],
      ],
    ],
    [
      'a\r\n"b\r\nc"\nd\re',
      [
        [1, 'a'],
        [2, 'b\r\nc'],
        [4, 'd'],
        [5, 'e'],
      ],
    ],
    ['', []],
  ])('%j', async (text, lines) => {
    expect(await read(text)).toEqual(lines)
    expect(await read(...text.split(''))).toEqual(lines)
  })

  it('reports the line of a quoted cell that is never closed', async () => {
    await expect(read('a,b\n1,"2\n3')).rejects.toThrow('Line 2')
    await expect(read('"a\nb')).rejects.toThrow('Line 1')
  })

  it('bytes that are not UTF-8 are refused with their line', async () => {
    const latin1 = Buffer.from('a\nM\u00fcnchen', 'latin1')
    await expect(read(latin1)).rejects.toThrow('Line 2 is not UTF-8 text')
  })

  it('a character may be cut between two pieces', async () => {
    const bytes = Buffer.from('a\n\u{1f4a3}')
    for (let at = 0; at <= bytes.length; at += 1)
      expect(await read(bytes.subarray(0, at), bytes.subarray(at))).toEqual([
        [1, 'a'],
        [2, '\u{1f4a3}'],
      ])
  })

  it.each([
    ['a quote that is not closed', `a,"${'b\n'.repeat(600_000)}`],
    ['no line break', 'a'.repeat(1_000_001)],
  ])('with %s is refused before it fills the memory', async (_what, text) => {
    await expect(read(...(text.match(/.{1,1000}/gs) ?? []))).rejects.toThrow('Line 1 is longer')
  })

  it('can be read on from the end of every line', async () => {
    const bytes = Buffer.from('\uFEFFa;b\r\n"1\n;";\u00e9\n\n3;4')
    const all: { line: number; cells: string[]; end: CsvPosition }[] = []
    for await (const line of readCsv(bytesOf(bytes))) all.push(line)
    expect(all.map(({ line }) => line)).toEqual([1, 2, 5])
    for (const [at, { end }] of all.entries()) {
      const rest: unknown[] = []
      const options = { delimiter: ';', from: end }
      for await (const line of readCsv(bytesOf(bytes.subarray(end.byte)), options)) rest.push(line)
      expect(rest).toEqual(all.slice(at + 1))
    }
  })

  it.each([
    ['a,b', ','],
    ['a;b', ';'],
    ['a\tb', '\t'],
    ['"a,b";c', ';'],
    ['a;b,c;d', ';'],
    ['one', ','],
    ['a|b,c|d', '|'],
  ])('%j is separated by %j', (header, delimiter) => {
    expect(detectDelimiter(header)).toBe(delimiter)
  })
})

describe('a table', () => {
  async function readLines(text: string, defaults = {}) {
    const lines: object[] = []
    for await (const { end: _end, ...line } of readTable(bytesOf(text), defaults)) lines.push(line)
    return lines
  }

  it.each([
    ['a,b\n 1 ,2\n', [{ line: 2, cells: { a: '1', b: '2' } }]],
    [
      'a,b,,\n1,2,\n,3\n',
      [
        { line: 2, cells: { a: '1', b: '2' } },
        { line: 3, cells: { a: '', b: '3' } },
      ],
    ],
    ['a,b\n1,,\n', [{ line: 2, cells: { a: '1', b: '' } }]],
    ['a,b\n"1,234",2\n', [{ line: 2, cells: { a: '1,234', b: '2' } }]],
  ])('%j is parsed by its columns', async (text, lines) => {
    expect(await readLines(text)).toEqual(lines)
  })

  it.each([
    ['an unquoted comma', '1,234,2', '3 cells for 2 columns'],
    ['a missing cell', '1', '1 cells for 2 columns'],
  ])('%s makes the line invalid, and no other', async (_what, line, error) => {
    expect(await readLines(`a,b\n${line}\n3,4\n`)).toEqual([
      { line: 2, error: expect.stringContaining(error) },
      { line: 3, cells: { a: '3', b: '4' } },
    ])
  })

  it('defaults fill blank cells and missing columns', async () => {
    expect(await readLines('a,b\n,2\n1,2\n', { a: 'given', c: 'also' })).toEqual([
      { line: 2, cells: { a: 'given', b: '2', c: 'also' } },
      { line: 3, cells: { a: '1', b: '2', c: 'also' } },
    ])
  })

  it('a column name that occurs twice is refused', async () => {
    await expect(readLines('a,b, a\n1,2,3\n')).rejects.toThrow(
      new SettingsError('Line 1: the column "a" occurs twice.'),
    )
  })
})
