import { describe, expect, it } from 'vitest'
import type { ImportKind } from '#src/wire/imports.ts'
import { readFileStart } from './import-start.ts'

const start = (text: string, kind: ImportKind | null = 'transaction') =>
  readFileStart(Buffer.from(text), true, kind)

const HEADER = ['hash', 'wallet', 'date', 'usd', 'token']

describe('the header is found', () => {
  it.each([
    ['with a comma', 'hash,wallet,date,usd,token\n1,2,3,4,5\n', ',', 2],
    ['with a semicolon', 'hash;wallet;date;usd;token\n1;2;3;4,5;5\n', ';', 2],
    ['with a tab', 'hash\twallet\tdate\tusd\ttoken\n1\t2\t3\t4\t5\n', '\t', 2],
    ['with a vertical bar', 'hash|wallet|date|usd|token\n1|2|3|4|5\n', '|', 2],
    ['below sep=;', 'sep=;\r\nhash;wallet;date;usd;token\r\n1;2;3;4;5\r\n', ';', 3],
    ['below sep=,', '\uFEFFsep=,\nhash,wallet,date,usd,token\n1,2,3,4,5\n', ',', 3],
    ['below a title', 'Export of 2025-03-01\n\nhash,wallet,date,usd,token\n1,2,3,4,5\n', ',', 4],
    [
      'below titles with separators',
      'Report, all wallets; generated\n"a, b",c\nhash,wallet,date,usd,token\n1,2,3,4,5\n',
      ',',
      4,
    ],
    ['below lines of separators', ',,,,\nhash,wallet,date,usd,token\n1,2,3,4,5\n', ',', 3],
    ['with CR alone', 'hash,wallet,date,usd,token\r1,2,3,4,5\r', ',', 2],
  ])('%s', async (_how, text, delimiter, line) => {
    const found = await start(text)
    expect(found).toMatchObject({ delimiter, header: HEADER, data: { line } })
    expect(found.sample).toHaveLength(1)
  })

  it('with names that are not known, as the first line of several cells', async () => {
    const found = await start('Bericht\nBetrag;Datum\n1;2\n')
    expect(found).toMatchObject({
      delimiter: ';',
      header: ['Betrag', 'Datum'],
      sample: [['1', '2']],
    })
  })

  it('as it is for a command, whose columns have the names of the fields', async () => {
    expect(await start('id,note\n1,2\n', null)).toMatchObject({ header: ['id', 'note'] })
    expect(await start('id\n1\n', null)).toMatchObject({ header: ['id'], sample: [['1']] })
  })
})

it('a sample is cut at a whole character', async () => {
  const sign = '\u{1f4a3}'
  for (let length = 96; length <= 100; length++) {
    const cell = 'x'.repeat(length) + sign.repeat(4)
    const { sample } = await start(`hash,wallet\n${cell},1\n`)
    expect(sample[0]?.[0]?.isWellFormed()).toBe(true)
    expect(cell.startsWith(sample[0]?.[0] ?? 'none')).toBe(true)
  }
})
