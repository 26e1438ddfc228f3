import { expect, test } from 'vitest'
import { pluralize } from './pluralize.ts'

test.each([
  [0, '0 banners'],
  [1, '1 banner'],
  [2, '2 banners'],
])('%i', (count, words) => {
  expect(pluralize(count, 'banner')).toBe(words)
})
