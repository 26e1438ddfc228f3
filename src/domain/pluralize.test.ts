import { expect, test } from 'vitest'
import { counted } from './pluralize.ts'

test.each([
  [0, '0 banners'],
  [1, '1 banner'],
  [2, '2 banners'],
])('%i', (count, words) => {
  expect(counted(count, 'banner')).toBe(words)
})
