import { describe, expect, it } from 'vitest'
import { SettingsError } from '#server/settings-error.ts'
import { readCsv, readTable, type TableLine } from './csv.ts'

async function read(...pieces: string[]) {
  const lines: [number, ...string[]][] = []
  const source = async function* () {
    yield* pieces
  }
  for await (const { line, cells } of readCsv(source())) lines.push([line, ...cells])
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
    [
      '"",x\n,\n',
      [
        [1, '', 'x'],
        [2, '', ''],
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
})

describe('a table', () => {
  async function readLines(text: string, defaults = {}) {
    const lines: TableLine[] = []
    const source = async function* () {
      yield text
    }
    for await (const line of readTable(source(), defaults)) lines.push(line)
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
