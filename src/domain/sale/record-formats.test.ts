import { describe, expect, test } from 'vitest'
import {
  addressGroups,
  formatDays,
  formatAmount,
  formatFloor,
  formatDecimal,
  formatInstant,
  formatLastUse,
  formatPaid,
  formatLatest,
  formatRecent,
  formatToSecond,
} from './record-formats.ts'

const WALLET = '0xd204a6e1a08ff49b6f772632716c43069c4337b8'

test('an address has ten groups of four digits', () => {
  expect(addressGroups(WALLET)).toHaveLength(10)
  expect(`0x${addressGroups(WALLET).join('')}`).toBe(WALLET)
})

describe('a decimal string is grouped and rounded exactly', () => {
  test.each([
    ['377500', 2, 2, '377,500.00'],
    ['40322.58064516129', 2, 2, '40,322.58'],
    ['0.005', 2, 2, '0.01'],
    ['0.004999', 2, 2, '0.00'],
    ['999.995', 2, 2, '1,000.00'],
    ['-0.005', 2, 2, '-0.01'],
    ['0.5', 0, 0, '1'],
    ['1.5', 2, 4, '1.50'],
    ['1.23456', 2, 4, '1.2346'],
    ['1.00004', 2, 4, '1.00'],
    [
      '12345678901234567890.123456789012345678',
      2,
      Infinity,
      '12,345,678,901,234,567,890.123456789012345678',
    ],
    ['433075.5', 2, Infinity, '433,075.50'],
    ['0', 2, 2, '0.00'],
    ['n/a', 2, 2, 'n/a'],
  ])('%s with %d to %d places is %s', (decimal, least, most, text) => {
    expect(formatDecimal(decimal, least, most)).toBe(text)
  })
})

describe('a positive amount never shows as 0', () => {
  test.each([
    ['0.000000000000000001', '0.000000000000000001'],
    ['-0.000000000000000001', '-0.000000000000000001'],
    ['0.0042', '0.0042'],
    ['0.004219', '0.0042'],
    ['0.0049999', '0.005'],
    ['0.005', '0.01'],
    ['0.01', '0.01'],
    ['0.014', '0.01'],
    ['1.004', '1.00'],
    ['12345.678', '12,345.68'],
    ['0', '0.00'],
    ['0.000', '0.00'],
    ['-5.5', '-5.50'],
  ])('%s is %s', (amount, text) => {
    expect(formatAmount(amount, 2)).toBe(text)
  })
})

describe('a paid amount has the places of its currency', () => {
  test.each([
    ['0.85', 'ETH', '0.8500'],
    ['450', 'USDT', '450.00'],
    ['450.129', 'USDC', '450.13'],
    ['6.123456', 'SOL', '6.1235'],
    ['0.0000123', 'BTC', '0.000012'],
    ['0.00012345', 'BTC', '0.00012'],
    ['0.004', 'USDT', '0.004'],
    ['0.005', 'USDT', '0.01'],
    ['0', 'ETH', '0.0000'],
    ['1', null, '1.0000'],
  ])('%s %s is %s', (amount, symbol, text) => {
    expect(formatPaid(amount, symbol)).toBe(text)
  })
})

const at = (year: number, month: number, day: number) =>
  new Date(year, month - 1, day, 14, 6).toISOString()

test.each([
  ['1284910', '1,284,910.00'],
  ['0', '0.00'],
  ['0.999999999999999999', '0.99'],
  ['-41666.679', '-41,666.67'],
  ['100000000000000000000.5', '100,000,000,000,000,000,000.50'],
  ['unknown', 'unknown'],
])('%s tokens that are owed are shown as %s, rounded down', (tokens, text) => {
  expect(formatFloor(tokens)).toBe(text)
})

describe('dates are in local time', () => {
  test('with the year, or with the time in the current year', () => {
    expect(formatInstant(at(2025, 11, 20))).toBe('Nov 20, 2025 14:06')
    expect(formatRecent(at(2026, 1, 2), new Date(2026, 5, 1))).toBe('Jan 2, 14:06')
    expect(formatRecent(at(2025, 12, 31), new Date(2026, 0, 1))).toBe('Dec 31, 2025')
  })

  test('the latest time has seconds today, and a day before', () => {
    expect(formatLatest(at(2026, 6, 1), new Date(2026, 5, 1, 23, 59))).toBe('14:06:00')
    expect(formatLatest(at(2026, 6, 1), new Date(2026, 5, 2))).toBe('Jun 1, 14:06')
  })

  test('an exact time has seconds and the year', () => {
    expect(formatToSecond(at(2026, 6, 1))).toBe('Jun 1, 2026 14:06:00')
  })

  test('of a last use with as little as names the day', () => {
    const now = new Date(2026, 5, 1, 23)
    expect(formatLastUse(at(2026, 6, 1), now)).toBe('14:06')
    expect(formatLastUse(at(2026, 5, 31), now)).toBe('May 31')
    expect(formatLastUse(at(2025, 6, 1), now)).toBe('Jun 1, 2025')
  })

  test('a range shows the year once if it is the same', () => {
    expect(formatDays(at(2025, 11, 1), at(2025, 11, 30))).toBe('Nov 1 – Nov 30, 2025')
    expect(formatDays(at(2025, 12, 1), at(2026, 1, 2))).toBe('Dec 1, 2025 – Jan 2, 2026')
  })
})
