import { expect, test } from 'vitest'
import { hasAspectRatio, parseAspectRatio } from './aspect-ratio.ts'

test.each([
  ['16:5', 3.2],
  ['4:5', 0.8],
  [' 1.91 : 1 ', 1.91],
  ['16', null],
  ['16:0', null],
  ['0:5', null],
  ['a:b', null],
  ['16:5:1', null],
  ['-16:5', null],
  ['', null],
])('the ratio %j reads as %j', (text, value) => {
  expect(parseAspectRatio(text)).toBe(value)
})

test.each([
  [1600, 500, '16:5', true],
  [1920, 600, '16:5', true],
  [1600, 600, '16:5', false],
  [3201, 1000, '16:5', true],
  [3199, 1000, '16:5', true],
  [3202, 1000, '16:5', false],
  [3198, 1000, '16:5', false],
  [500, 1600, '16:5', false],
  [800, 1000, '4:5', true],
  [801, 1000, '4:5', true],
  [802, 1000, '4:5', false],
  [0, 0, '4:5', false],
  [800, 1000, 'none', false],
  [1, 2000, 'none', false],
])('an image of %i × %i for %s: %s', (width, height, ratio, fits) => {
  expect(hasAspectRatio({ width, height }, ratio)).toBe(fits)
})
