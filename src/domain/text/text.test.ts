import { expect, test } from 'vitest'
import {
  pluralize,
  cutText,
  shortenMiddle,
  shortenText,
  splitAtEnd,
  siteName,
  shortAddress,
  shortHash,
} from './text.ts'

test.each([
  [0, '0 banners'],
  [1, '1 banner'],
  [2, '2 banners'],
])('a count of %i has its noun', (count, words) => {
  expect(pluralize(count, 'banner')).toBe(words)
})

const BOMB = '\u{1f4a3}'

test.each([
  ['abc', 3, 'abc'],
  ['abc', 2, 'ab'],
  ['', 2, ''],
  [`a${BOMB}b`, 1, 'a'],
  [`a${BOMB}b`, 2, 'a'],
  [`a${BOMB}b`, 3, `a${BOMB}`],
  [`a${BOMB}`, 3, `a${BOMB}`],
  // It was not cut here.
  ['a\uD83D', 2, 'a\uD83D'],
])('%j cut at %i is %j', (text, length, cut) => {
  expect(cutText(text, length)).toBe(cut)
})

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  [`a${BOMB}bc`, 3, 'a…'],
])('%j shortened to %i is %j', (text, length, short) => {
  expect(shortenText(text, length)).toBe(short)
})

test.each([
  ['Meridian Round 03', 8, 'Meridian ', 'Round 03'],
  ['abc', 8, '', 'abc'],
  ['', 8, '', ''],
  [`ab${BOMB}cd`, 4, 'ab', `${BOMB}cd`],
  [`ab${BOMB}cd`, 3, `ab${BOMB}`, 'cd'],
])('%j with an end of %i is %j and %j', (text, length, start, end) => {
  expect(splitAtEnd(text, length)).toEqual({ start, end })
})

test('a text shortened in its middle keeps its end', () => {
  expect(shortenMiddle('Meridian Network Round 03', 20)).toBe('Meridian Ne…Round 03')
  expect(shortenMiddle('Meridian Network Round 03', 25)).toBe('Meridian Network Round 03')
})

test.each([
  ['https://aura.example/buy', 'aura.example'],
  ['http://localhost:8080', 'localhost:8080'],
  ['no address', 'AURA'],
  [null, 'AURA'],
  [`https://${'a'.repeat(20)}.example`, `${'a'.repeat(20)}.example`],
  [`https://${'a'.repeat(40)}.example`, `${'a'.repeat(19)}….example`],
])('the site %s is called %s', (website_url, name) => {
  expect(siteName({ id: 'AURA', website_url })).toBe(name)
})

test('addresses and hashes are cut in the middle, short texts are not', () => {
  expect(shortAddress('0xd204a6e1a08ff49b6f772632716c43069c4337b8')).toBe('0xd204a6e1…37b8')
  expect(shortAddress('KESTREL')).toBe('KESTREL')
  expect(shortAddress('x'.repeat(16))).toBe('x'.repeat(16))
  expect(shortAddress('x'.repeat(17))).toBe(`${'x'.repeat(10)}…xxxx`)
  expect(shortHash(`0x8e41c0a7d95b23f6${'0'.repeat(32)}74ee19d0b2c35a68`)).toBe(
    '0x8e41c0a7d95b23f6…74ee19d0b2c35a68',
  )
})
