import { expect, test } from 'vitest'
import { editDistance, lettersOf, mayBeWithin } from './edit-distance.ts'

test.each([
  ['', '', 0],
  ['germany', 'germany', 0],
  ['germny', 'germany', 1],
  ['germany', 'germny', 1],
  ['iceland', 'ireland', 1],
  ['kitten', 'sitting', 3],
  ['abc', '', 3],
  ['ab', 'ba', 2],
])('"%s" and "%s" are %d edits apart, up to a limit', (a, b, edits) => {
  expect(editDistance(a, b, 10)).toBe(edits)
  expect(editDistance(a, b, edits)).toBe(edits)
  // Any distance above the limit is the limit plus one.
  expect(editDistance(a, b, Math.max(0, edits - 1))).toBe(edits)
  expect(mayBeWithin(lettersOf(a), lettersOf(b), edits)).toBe(true)
})

test.each([
  ['atlantis', 'germany', 4],
  ['aaaa', 'a', 2],
  ['a', 'aaaa', 2],
])('the letters alone tell that "%s" and "%s" are more than %d edits apart', (a, b, limit) => {
  expect(mayBeWithin(lettersOf(a), lettersOf(b), limit)).toBe(false)
  expect(editDistance(a, b, limit)).toBe(limit + 1)
})
