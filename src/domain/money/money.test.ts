import { expect, test } from 'vitest'
import {
  changePercent,
  formatChange,
  formatCompact,
  formatCompactUsd,
  formatCount,
  formatPercent,
  formatShare,
  formatUsd,
  groupDecimal,
  percentOf,
  sumUsd,
} from './money.ts'

test.each([
  [1204.5, 2, '$1,204.50'],
  [0, 2, '$0.00'],
  [-0, 2, '$0.00'],
  [-1, 2, '-$1.00'],
  [1353081.4, 0, '$1,353,081'],
  [1353081.5, 0, '$1,353,082'],
])('%d dollars with %d decimals are %s', (amount, decimals, text) => {
  expect(formatUsd(amount, decimals)).toBe(text)
})

test('counts have commas', () => {
  expect([formatCount(0), formatCount(999), formatCount(21480)]).toEqual(['0', '999', '21,480'])
})

test.each([
  [0, '0'],
  [2.5, '2.5'],
  [999, '999'],
  [999.994, '999.99'],
  [999.996, '1K'],
  [1000, '1K'],
  [7500, '7.5K'],
  [999_994, '999.99K'],
  [999_999, '1M'],
  [4_284_312, '4.28M'],
  [1e9, '1B'],
  [1e12, '1T'],
  [1e15, '1Q'],
  [1e18, '1,000Q'],
  [-1500, '-1.5K'],
])('%d is %s in compact form', (value, text) => {
  expect(formatCompact(value)).toBe(text)
})

test('compact dollars have the sign before the currency', () => {
  expect([formatCompactUsd(250_000), formatCompactUsd(-1500)]).toEqual(['$250K', '-$1.5K'])
})

test.each([
  [0, 0, 0],
  [5, 0, 0],
  [1, 3, 33.33],
  [2, 3, 66.66],
  [0.29, 1, 29],
  [5212, 21480, 24.26],
  [99_999, 100_000, 99.99],
  [100, 100, 100],
])('%d of %d is %d per cent, floored', (part, whole, percent) => {
  expect(percentOf(part, whole)).toBe(percent)
})

test.each([
  [0, 100, '0.00%'],
  [1, 100_000, '<0.01%'],
  [1, 10_000, '0.01%'],
  [1, 10_001, '<0.01%'],
  [5_411_551_474.21, 5_411_551_474.22, '99.99%'],
  [1422, 10_000, '14.22%'],
  [0, 0, '0.00%'],
])('the share of %d in %d is %s', (part, whole, text) => {
  expect(formatShare(part, whole)).toBe(text)
})

test.each([
  [24.269, '24.26%'],
  [100, '100.00%'],
  [0, '0.00%'],
])('%d per cent is %s', (percent, text) => {
  expect(formatPercent(percent)).toBe(text)
})

test.each([
  [110, 100, '+10.00%'],
  [90, 100, '−10.00%'],
  [100, 100, '0.00%'],
  [0, 100, '−100.00%'],
])('the change to %d from %d is %s', (now, before, text) => {
  const change = changePercent(now, before)
  expect(change === null ? null : formatChange(change)).toBe(text)
})

test('a change from 0 has no percentage', () => {
  expect(changePercent(5, 0)).toBeNull()
})

test.each([
  ['0', '0'],
  ['999', '999'],
  ['1234567.8900', '1,234,567.8900'],
  ['-1234', '-1,234'],
  ['123456789012345678901234567890', '123,456,789,012,345,678,901,234,567,890'],
  ['not a number', 'not a number'],
])('the exact amount %s is %s', (decimal, text) => {
  expect(groupDecimal(decimal)).toBe(text)
})

test('cents add up without floating-point errors', () => {
  expect(sumUsd([0.1, 0.2, 0.3])).toBe(0.6)
  expect(sumUsd(Array.from({ length: 1000 }, () => 0.01))).toBe(10)
})

test.each([
  [[90_000_000_000_000, 0.01, 0.01], 90_000_000_000_000.02],
  // From here on, a number does not represent every cent, but a hundred cents are still a dollar.
  [[91_000_000_000_000, ...Array<number>(100).fill(0.01)], 91_000_000_000_001],
  [[-91_000_000_000_000, ...Array<number>(100).fill(-0.01)], -91_000_000_000_001],
  [[1e15, ...Array<number>(1_000).fill(0.01)], 1_000_000_000_000_010],
  [[60_000_000_000_000.33, 60_000_000_000_000.33, 60_000_000_000_000.34], 180_000_000_000_001],
  [[91_000_000_000_000, 0.01, -91_000_000_000_000], 0.01],
  [[1e21, 0.5, -1e21], 0.5],
  [[1e22, 1e22], 2e22],
  [[], 0],
])('%j add up to %d', (amounts, sum) => {
  expect(sumUsd(amounts)).toBe(sum)
})
