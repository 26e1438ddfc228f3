import { expect, test } from 'vitest'
import { parseId } from './ids.ts'

test.each([
  ['1', 1],
  ['9007199254740991', 9_007_199_254_740_991],
  ['9007199254740992', null],
  ['9999999999999999', null],
  ['10000000000000000', null],
  ['0', null],
  ['01', null],
  ['-1', null],
  ['1.5', null],
  ['1 ', null],
  ['', null],
  ['abc', null],
])('the id %j is the record %j', (text, id) => {
  expect(parseId(text)).toBe(id)
})
