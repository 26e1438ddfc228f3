import { describe, expect, it } from 'vitest'
import { readCsv } from './csv-reading.ts'

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

  it('says where a quoted cell was opened that is never closed', async () => {
    await expect(read('a,b\n1,"2\n3')).rejects.toThrow('Line 2')
  })
})
