import { describe, expect, test } from 'vitest'
import { readNumber, settleNumber, type NumberBounds } from './number-text.ts'

describe('parsing a number input', () => {
  test.each([
    ['5', 5],
    [' 1,200.50 ', 1200.5],
    ['-3', -3],
    ['.5', 0.5],
    ['5.', 5],
    ['12,345', 12_345],
    ['1,234.5', 1234.5],
    ['-1,200', -1200],
    ['', null],
    ['  ', null],
    ['1,5', Number.NaN],
    ['7,5', Number.NaN],
    ['1,2,3', Number.NaN],
    ['1,2345', Number.NaN],
    ['1.234,5', Number.NaN],
    ['1 2', Number.NaN],
    ['-', Number.NaN],
    ['1e3', Number.NaN],
    ['0x10', Number.NaN],
    ['1.2.3', Number.NaN],
    ['Infinity', Number.NaN],
  ])('%j reads as %j', (text, expected) => {
    expect(readNumber(text)).toBe(expected)
  })
})

describe('a number input on blur', () => {
  const percent: NumberBounds = { min: 0, max: 100 }
  const uses: NumberBounds = { min: 1, isInteger: true }
  test.each<[string, NumberBounds, number]>([
    ['99.99', percent, 99.99],
    ['100', percent, 100],
    ['100.01', percent, 100],
    ['-0.01', percent, 0],
    ['', percent, 0],
    ['  ', percent, 0],
    ['abc', percent, Number.NaN],
    ['7,5', percent, Number.NaN],
    ['abc', uses, Number.NaN],
    ['', uses, 1],
    ['0', uses, 1],
    ['2.9', uses, 2],
    ['999999', uses, 999_999],
  ])('settles %j within %j to %j', (text, bounds, expected) => {
    expect(settleNumber(text, bounds)).toBe(expected)
  })
})
