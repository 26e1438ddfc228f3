import { expect, test } from 'vitest'
import { csvCell, toCsv } from './csv.ts'

test.each([
  ['plain', 'plain'],
  ['', ''],
  [null, ''],
  [-3.25, '-3.25'],
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
