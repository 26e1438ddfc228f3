import { describe, expect, test } from 'vitest'
import {
  addDecimals,
  divideDecimal,
  exceedsDecimal,
  isDecimal,
  negateDecimal,
  parseDecimal,
  subtractDecimal,
  toDecimal,
  toPercent,
  trimDecimal,
  percentText,
} from './decimals.ts'

describe('a typed amount becomes a decimal of the wire', () => {
  test.each([
    ['25000', '25000'],
    ['25,000.00', '25000'],
    ['1,234,567.5', '1234567.5'],
    [' 7.50 ', '7.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['0', '0'],
    ['0.000000000000000001', '0.000000000000000001'],
    ['1000000000000000000000', null],
    ['10000000000000000000', '10000000000000000000'],
    ['9007199254740993', '9007199254740993'],
    ['0.0000000000000000001', null],
    ['', null],
    ['.', null],
    ['-1', null],
    ['+1', null],
    ['1e5', null],
    ['0x10', null],
    ['1,00', null],
    ['1.5,000', null],
    ['12 000', null],
    ['٣', null],
  ])('"%s" is %s', (typed, sent) => {
    expect(parseDecimal(typed)).toBe(sent)
  })
})

describe('decimals on the wire', () => {
  test.each([
    ['0', true],
    ['12345678901234567890.123456789012345678', true],
    ['123456789012345678901', false],
    ['1.1234567890123456789', false],
    ['', false],
    [' ', false],
    ['1.', false],
    ['.1', false],
    ['1e21', false],
    ['NaN', false],
  ])('"%s" is one: %s', (text, is) => {
    expect(isDecimal(text)).toBe(is)
  })
})

describe('the shortest form keeps the amount', () => {
  test.each([
    ['25000.000000000000000000', '25000'],
    ['0.500', '0.5'],
    ['007', '7'],
    ['0', '0'],
    ['0.000', '0'],
    ['-0.00', '0'],
    ['-1.50', '-1.5'],
  ])('%s is %s', (long, short) => {
    expect(trimDecimal(long)).toBe(short)
  })
})

describe('sums are exact', () => {
  test.each([
    [['433075.5', '25000'], '458075.5'],
    [['0.1', '0.2'], '0.3'],
    [['9007199254740992', '1'], '9007199254740993'],
    [
      ['1000000000000000000000', '0.000000000000000001'],
      '1000000000000000000000.000000000000000001',
    ],
    [['0', '0'], '0'],
    [['1.5', '-2'], '-0.5'],
    [[], '0'],
  ])('%j add up to %s', (parts, sum) => {
    expect(addDecimals(...parts)).toBe(sum)
  })
})

describe('a JSON number becomes plain digits', () => {
  test.each([
    [0, '0'],
    [-0, '0'],
    [5, '5'],
    [0.1, '0.1'],
    [0.0000001, '0.0000001'],
    [1.25e-7, '0.000000125'],
    [-1e-7, '-0.0000001'],
    [1e15, '1000000000000000'],
    [1e21, '1000000000000000000000'],
    [1.5e22, '15000000000000000000000'],
    [Number.MIN_VALUE, `0.${'0'.repeat(323)}5`],
    [Number.NaN, 'NaN'],
  ])('%d is %s', (number, text) => {
    expect(toDecimal(number)).toBe(text)
  })
})

test.each([
  ['1.50', '-1.5'],
  ['-0.01', '0.01'],
  ['0', '0'],
  ['0.00', '0'],
])('the opposite of %s is %s', (amount, opposite) => {
  expect(negateDecimal(amount)).toBe(opposite)
})

test.each([
  ['1841206.55', '1831794.55', '9412'],
  ['0', '0.000000000000000001', '-0.000000000000000001'],
  ['-5', '-5.00', '0'],
  ['99999999999999999999.99', '-0.01', '100000000000000000000'],
])('%s less %s is %s, however long they are', (from, amount, rest) => {
  expect(subtractDecimal(from, amount)).toBe(rest)
})

test.each([
  ['0.025', '2.5'],
  ['0.2', '20'],
  ['1', '100'],
  ['0', '0'],
  ['0.000000000000000001', '0.0000000000000001'],
])('the fraction %s is %s per cent', (fraction, percent) => {
  expect(toPercent(fraction)).toBe(percent)
})

test.each([
  [20, '20%'],
  [12.5, '12.5%'],
  [1000, '1,000%'],
])('the percentage %d reads %s', (percentage, expected) => {
  expect(percentText(percentage)).toBe(expected)
})

test.each([
  ['1', '3', '0.333333333333333333'],
  ['12500', '0.5', '25000'],
  ['99999999999999999999.999999999999999999', '1', '99999999999999999999.999999999999999999'],
  ['0', '7', '0'],
])('%s divided by %s is %s, rounded down', (amount, by, quotient) => {
  expect(divideDecimal(amount, by)).toBe(quotient)
})

test.each([
  ['10.000000000000000001', '10', true],
  ['10', '10', false],
  ['9', '10.5', false],
])('whether %s exceeds %s', (amount, limit, exceeds) => {
  expect(exceedsDecimal(amount, limit)).toBe(exceeds)
})
