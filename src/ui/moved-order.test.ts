import { expect, test } from 'vitest'
import { moved } from './moved-order.ts'

const LIST = ['a', 'b', 'c']

test.each([
  [0, 1, ['b', 'a', 'c']],
  [0, 2, ['b', 'c', 'a']],
  [2, 0, ['c', 'a', 'b']],
  [1, 1, LIST],
  [0, -1, LIST],
  [2, 3, LIST],
  [7, 0, LIST],
])('moving item %i to place %i gives %j', (from, to, expected) => {
  expect(moved(LIST, from, to)).toEqual(expected)
})
