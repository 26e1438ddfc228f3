import { expect, test } from 'vitest'
import { percentText } from './percent-text.ts'

test.each([
  [20, '20%'],
  [12.5, '12.5%'],
  [1000, '1,000%'],
])('the percentage %d reads %s', (percentage, expected) => {
  expect(percentText(percentage)).toBe(expected)
})
