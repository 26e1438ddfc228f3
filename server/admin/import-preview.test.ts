import { expect, test } from 'vitest'
import { openSeenKeys } from './import-preview.ts'

test('a text is new once, also when the set has grown', () => {
  const seen = openSeenKeys()
  const texts = Array.from({ length: 100_000 }, (_, n) => `text ${n}`)
  expect(texts.filter((text) => seen.add(text))).toEqual(texts)
  expect(texts.filter((text) => seen.add(text))).toEqual([])
  expect(seen.add('text 100000')).toBe(true)
})
