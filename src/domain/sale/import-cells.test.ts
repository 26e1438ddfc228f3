import { describe, expect, it } from 'vitest'
import type { CellReading } from '#src/wire/imports.ts'
import {
  addEvidence,
  concludeReading,
  NO_EVIDENCE,
  readAmount,
  readEmail,
  readFlag,
  readStatus,
  readTime,
  valueOf,
} from './import-cells.ts'

/** The value of an amount without a reading of its column; its reason if it has none. */
function amount(cell: string, reading: CellReading | null = null, unit = 'USD') {
  const found = valueOf(readAmount(cell, unit), reading)
  return 'value' in found ? found.value : found.reason
}
function time(cell: string, reading: CellReading | null = null) {
  const found = valueOf(readTime(cell), reading)
  return 'value' in found ? found.value : found.reason
}

describe('an amount', () => {
  it.each([
    ['1250', '1250'],
    ['0.000000000000000001', '0.000000000000000001'],
    ['12345678901234567890.123456789012345678', '12345678901234567890.123456789012345678'],
    ['1,250.50', '1250.50'],
    ['1.250,50', '1250.50'],
    ['1 250.50', '1250.50'],
    ['1\u00a0250,50', '1250.50'],
    ['1\u202f250', '1250'],
    ["1'250.50", '1250.50'],
    ['1’250’000', '1250000'],
    ['1_250', '1250'],
    ['1,250,000', '1250000'],
    ['1.250.000', '1250000'],
    ['12,34,567.50', '1234567.50'],
    ['1250,5', '1250.5'],
    ['0,250', '0.250'],
    ['1.250', '1.250'],
    ['+5', '5'],
    ['.5', '0.5'],
    [',5', '0.5'],
    ['5.', '5'],
    ['00012.50', '12.50'],
    ['12.5000000000000000000000', '12.5'],
    ['$99.00', '99.00'],
    ['$1,250.50', '1250.50'],
    ['US$ 10', '10'],
    ['USD 10', '10'],
    ['10 USD', '10'],
    ['10$', '10'],
    [' 10 ', '10'],
    ['\u200b10', '10'],
    ["'10", 'Is not a number. Write digits and a decimal point, such as 1250.50.'],
  ])('%j is %j', (cell, value) => {
    expect(amount(cell)).toBe(value)
  })

  it.each([
    ['1,250', 'two numbers'],
    ['$1,250', 'two numbers'],
    ['1e3', 'shortened'],
    ['1.2E+05', 'shortened'],
    ['-5', 'negative'],
    ['−5', 'negative'],
    ['$-5', 'negative'],
    ['-$5', 'negative'],
    ['(5.00)', 'negative'],
    ['€10', 'US dollars'],
    ['10 EUR', 'US dollars'],
    ['£1,250.50', 'US dollars'],
    ['0x10', 'not a number'],
    ['NaN', 'not a number'],
    ['Infinity', 'not a number'],
    ['∞', 'not a number'],
    ['１２', 'not a number'],
    ['٣', 'not a number'],
    ['1,2,3', 'not a number'],
    ['1,25,0', 'not a number'],
    ['1.250.00', 'not a number'],
    ['1 25', 'not a number'],
    ['10²', 'not a number'],
    ['.', 'not a number'],
    [',', 'not a number'],
    ['', 'not a number'],
    ['ten', 'not a number'],
  ])('%j is refused: %s', (cell, reason) => {
    expect(amount(cell)).toContain(reason)
  })

  it.each([
    ['1,250', '1250', '1.250'],
    ['1.250', '1.250', '1250'],
    ['1,250.5', '1250.5', 'whose decimal sign is the comma'],
    ['1.250,5', 'whose decimal sign is the point', '1250.5'],
    ['12,5', 'whose decimal sign is the point', '12.5'],
    ['1250', '1250', '1250'],
  ])('in a column with a decimal point %j is %j, with a comma %j', (cell, point, comma) => {
    expect(amount(cell, 'point')).toContain(point)
    expect(amount(cell, 'comma')).toContain(comma)
  })

  it.each([
    ['1.5 ETH', 'ETH', '1.5'],
    ['ETH 1.5', 'eth', '1.5'],
    ['1.5', 'ETH', '1.5'],
    ['1.5 BNB', 'ETH', 'Is not a number. Write digits and a decimal point, such as 1250.50.'],
  ])('%j of payments in %s is %j', (cell, unit, value) => {
    expect(amount(cell, null, unit)).toBe(value)
  })
})

describe('a time', () => {
  it.each([
    ['2025-03-01', '2025-03-01T00:00:00Z'],
    ['2025-3-1', '2025-03-01T00:00:00Z'],
    ['2025/03/01 10:00', '2025-03-01T10:00:00Z'],
    ['2025-03-01 10:00:00 UTC', '2025-03-01T10:00:00Z'],
    ['2025-03-01 10:00:00+00', '2025-03-01T10:00:00+00:00'],
    ['2025-03-01 10:00:00+0000', '2025-03-01T10:00:00+00:00'],
    ['2025-03-01 10:00:00.745232+02', '2025-03-01T10:00:00.745232+02:00'],
    ['2025-03-01T10:00:00.123456Z', '2025-03-01T10:00:00.123456Z'],
    ['2025-03-01t10:00:00z', '2025-03-01T10:00:00Z'],
    ['2025-03-01T10:00:00−02:00', '2025-03-01T10:00:00-02:00'],
    ['2025-03-01 10:00:00 (UTC)', '2025-03-01T10:00:00Z'],
    ['2025-03-01 9:05', '2025-03-01T09:05:00Z'],
    ['2025-03-01 12:30 am', '2025-03-01T00:30:00Z'],
    ['2025-03-01 12:30 PM', '2025-03-01T12:30:00Z'],
    ['1740823200', '2025-03-01T10:00:00.000Z'],
    ['1740823200.5', '2025-03-01T10:00:00.000Z'],
    ['1740823200000', '2025-03-01T10:00:00.000Z'],
    ['Sat, 01 Mar 2025 10:00:00 GMT', '2025-03-01T10:00:00Z'],
    ['Jan-23-2024 08:53:20 AM +UTC', '2024-01-23T08:53:20Z'],
    ['March 1, 2025', '2025-03-01T00:00:00Z'],
    ['1 Mar 2025, 10:00', '2025-03-01T10:00:00Z'],
    [
      'Sat Mar 01 2025 10:00:00 GMT+0100 (Central European Standard Time)',
      '2025-03-01T10:00:00+01:00',
    ],
    ['13/03/2025', '2025-03-13T00:00:00Z'],
    ['01/23/2024, 8:53:20 PM', '2024-01-23T20:53:20Z'],
    ['05.05.2025', '2025-05-05T00:00:00Z'],
    ['29.02.2024', '2024-02-29T00:00:00Z'],
  ])('%j is %j', (cell, value) => {
    expect(time(cell)).toBe(value)
  })

  it.each([
    ['01/03/2025', 'two days'],
    ['01.03.2025 10:00', 'two days'],
    ['2025-02-29', 'no such day'],
    ['2025-13-01', 'no such day'],
    ['31/11/2025', 'no such day'],
    ['0 Mar 2025', 'no such day'],
    ['1 Abc 2025', 'no such day'],
    ['2025-03-01 24:00:00', 'no such time'],
    ['2025-03-01 10:60', 'no such time'],
    ['2025-03-01 10:00:60', 'no such time'],
    ['2025-03-01 13:00 PM', 'no such time'],
    ['2025-03-01 10:00 CET', 'time zone'],
    ['2025-03-01 10:00 +15:00', 'time zone'],
    ['2025-03-01 noon', 'can’t be read'],
    ['01/03/25', 'four digits'],
    ['45717.41', 'spreadsheet'],
    ['45717', 'spreadsheet'],
    ['20250301', 'not a date'],
    ['soon', 'not a date'],
  ])('%j is refused: %s', (cell, reason) => {
    expect(time(cell)).toContain(reason)
  })

  it.each([
    ['01/03/2025', '2025-03-01T00:00:00Z', '2025-01-03T00:00:00Z'],
    ['13/03/2025', '2025-03-13T00:00:00Z', 'month comes before the day'],
    ['03/13/2025', 'day comes before the month', '2025-03-13T00:00:00Z'],
    ['2025-03-01', '2025-03-01T00:00:00Z', '2025-03-01T00:00:00Z'],
  ])('%j with the day first is %j, with the month first %j', (cell, day, month) => {
    expect(time(cell, 'day-first')).toContain(day)
    expect(time(cell, 'month-first')).toContain(month)
  })
})

describe('a column without a reading', () => {
  it.each<[string[], ReturnType<typeof concludeReading>]>([
    [['10', '12.50'], { reading: null, cell: null }],
    [['10', '12,50'], { reading: null, cell: null }],
    [['1.250', '12.5'], { reading: null, cell: null }],
    [['1,250'], { reading: null, cell: '1,250' }],
    [['1,250', '99'], { reading: null, cell: '1,250' }],
    [['1,250', '1,250.50'], { reading: 'point', cell: '1,250' }],
    [['1,250', '99.5'], { reading: 'point', cell: '1,250' }],
    [['12,5', '1,250'], { reading: 'comma', cell: '1,250' }],
    [['1.250', '1.250,50'], { reading: 'comma', cell: '1.250' }],
    [['1.250', '12,5', '12.5'], { reading: null, cell: '1.250' }],
    [['1,250', '12,5', '12.5'], { reading: null, cell: '1,250' }],
  ])('with the amounts %j', (cells, concluded) => {
    const evidence = cells.reduce(
      (before, cell) => addEvidence(before, cell, readAmount(cell, 'USD')),
      NO_EVIDENCE,
    )
    expect(concludeReading(evidence)).toEqual(concluded)
  })

  it.each<[string[], ReturnType<typeof concludeReading>]>([
    [['01/03/2025'], { reading: null, cell: '01/03/2025' }],
    [['01/03/2025', '13/03/2025'], { reading: 'day-first', cell: '01/03/2025' }],
    [['01/03/2025', '03/13/2025'], { reading: 'month-first', cell: '01/03/2025' }],
    [['01/03/2025', '03/13/2025', '13/03/2025'], { reading: null, cell: '01/03/2025' }],
    [['05/05/2025', 'soon', '2025-03-01'], { reading: null, cell: null }],
  ])('with the dates %j', (cells, concluded) => {
    const evidence = cells.reduce(
      (before, cell) => addEvidence(before, cell, readTime(cell)),
      NO_EVIDENCE,
    )
    expect(concludeReading(evidence)).toEqual(concluded)
  })
})

it.each([
  ['Completed', 'completed'],
  [' COMPLETED ', 'completed'],
  ['success', 'completed'],
  ['Paid', 'completed'],
  ['confirmed', 'completed'],
  ['FAILED', 'failed'],
  ['Error(0)', 'error(0)'],
])('the status %j is %j', (cell, status) => {
  expect(readStatus(cell)).toBe(status)
})

it.each([
  ['Yes', 1],
  ['TRUE', 1],
  ['1', 1],
  ['no', 0],
  ['False', 0],
  ['0', 0],
  ['maybe', null],
])('%j is the flag %j', (cell, flag) => {
  expect(readFlag(cell)).toBe(flag)
})

it.each([
  ['"Doe, Jane" <jane@sales.example>', 'jane@sales.example'],
  ['mailto:x@sales.example', 'x@sales.example'],
  ['x@sales.example, ', 'x@sales.example'],
  ['x@sales.example.', 'x@sales.example'],
  ["'-x@sales.example", '-x@sales.example'],
  ['ünï@exämple.example', 'ünï@exämple.example'],
])('the address in %j is %j', (cell, email) => {
  expect(readEmail(cell)).toBe(email)
})
