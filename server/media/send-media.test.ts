import { expect, test } from 'vitest'
import { byteRange } from './send-media.ts'

test.each([
  [undefined, 100, null],
  ['bytes=0-', 100, { start: 0, end: 99 }],
  ['bytes=0-0', 100, { start: 0, end: 0 }],
  ['bytes=10-19', 100, { start: 10, end: 19 }],
  ['bytes=90-200', 100, { start: 90, end: 99 }],
  ['bytes=99-', 100, { start: 99, end: 99 }],
  ['bytes=100-', 100, 'unsatisfiable'],
  ['bytes=-10', 100, { start: 90, end: 99 }],
  ['bytes=-200', 100, { start: 0, end: 99 }],
  ['bytes=-0', 100, 'unsatisfiable'],
  ['bytes=0-', 0, 'unsatisfiable'],
  ['bytes=20-10', 100, null],
  ['bytes=0-9,20-29', 100, null],
  ['lines=0-9', 100, null],
  ['bytes=-', 100, null],
  ['bytes=a-b', 100, null],
])('the range %j of %i bytes is %j', (header, size, range) => {
  expect(byteRange(header, size)).toEqual(range)
})
