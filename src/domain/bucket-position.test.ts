import { expect, test } from 'vitest'
import { bucketPosition } from './bucket-position.ts'

test.each([
  [-5, 0],
  [0, 0],
  [5, 0.5],
  [10, 1],
  [25, 1.75],
  [29, 1.95],
  [30, 2],
  [99, 2],
])('%s on buckets of 10 and 20 is at %s', (instant, place) => {
  expect(bucketPosition([0, 10, 30], instant)).toBe(place)
})

test('an axis without buckets has one place', () => {
  expect(bucketPosition([], 5)).toBe(0)
  expect(bucketPosition([3], 5)).toBe(0)
})
