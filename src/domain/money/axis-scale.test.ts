import { expect, test } from 'vitest'
import { axisScale } from './axis-scale.ts'

test.each([
  [0, false, 3, 1],
  [229_000, false, 250_000, 50_000],
  [6400, false, 7500, 2500],
  [0.3, false, 0.3, 0.1],
  [1, true, 3, 1],
  [3, true, 3, 1],
  [4, true, 4, 1],
  [7, true, 8, 2],
  [12, true, 15, 5],
  [930, true, 1000, 250],
  [1_000_000, false, 1_000_000, 250_000],
])(
  'bars up to %d (count: %s) have an axis up to %d with steps of %d',
  (tallest, isCount, max, step) => {
    const scale = axisScale(tallest, isCount)
    expect(scale.max).toBeCloseTo(max)
    expect(scale.step).toBeCloseTo(step)
  },
)

test('every scale covers its bars with 3 to 5 lines, and counts have whole steps', () => {
  for (let tallest = 1; tallest < 5000; tallest += 7) {
    const { max, step } = axisScale(tallest, true)
    expect(max).toBeGreaterThanOrEqual(tallest)
    expect(Number.isInteger(step)).toBe(true)
    expect(max / step).toBeGreaterThanOrEqual(3)
    expect(max / step).toBeLessThanOrEqual(5)
  }
})
