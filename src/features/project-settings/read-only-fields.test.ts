import { expect, test } from 'vitest'
import { fractionToPercent } from './read-only-fields.tsx'

test.each([
  [0, '0'],
  [0.29, '29'],
  [0.025, '2.5'],
  [0.57, '57'],
  [0.07, '7'],
  [0.1 + 0.2, '30.000000000000004'],
  [1, '100'],
  [0.99999999, '99.999999'],
  [1e-8, '0.000001'],
  [1.5e-7, '0.000015'],
  [12, '1200'],
  [-0.05, '-5'],
  [null, null],
  [undefined, null],
])('the fraction %s is shown as %s percent', (fraction, percent) => {
  expect(fractionToPercent(fraction)).toBe(percent)
})

test('every thousandth is exact', () => {
  for (let thousandths = 0; thousandths <= 1000; thousandths += 1) {
    expect(fractionToPercent(thousandths / 1000)).toBe(String(thousandths / 10))
  }
})
