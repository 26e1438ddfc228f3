import { expect, test } from 'vitest'
import { csvCell, toCsv, toTabText, csvName } from './csv.ts'

test.each([
  ['plain', 'plain'],
  ['', ''],
  [null, ''],
  [-3.25, '-3.25'],
  [{ decimal: '-3.250' }, '-3.250'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['+1+1', "'+1+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tcmd', "'\tcmd"],
  ['\rcmd', '"\'\rcmd"'],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  ['+4915112345678', '+4915112345678'],
  ['+0151', "'+0151"],
  ['+1234567890123456', "'+1234567890123456"],
])('the cell %j is encoded as %j', (value, cell) => {
  expect(csvCell(value)).toBe(cell)
})

test('rows end with CRLF', () => {
  expect(
    toCsv([
      ['a', 'b'],
      ['1', 2],
    ]),
  ).toBe('a,b\r\n1,2\r\n')
})

test('the clipboard gets cells between tabs, which no text can break or turn into a formula', () => {
  expect(
    toTabText([
      ['ID', 'Text'],
      ['1', 'two\r\nlines,\tand "tabs"'],
      ['2', '=1+1'],
      ['3', null],
    ]),
  ).toBe('ID\tText\n1\ttwo lines, and "tabs"\n2\t\'=1+1\n3\t')
})

test('a file name contains the card and the days', () => {
  const range = {
    start: Date.parse('2026-10-19T22:00:00Z'),
    end: Date.parse('2026-11-20T14:32:00Z'),
  }
  expect(csvName('countries', range, 'Europe/Berlin')).toBe('countries-2026-10-20-2026-11-20.csv')
})
