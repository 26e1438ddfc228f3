import { expect, it } from 'vitest'
import { cutText, shortenMiddle, shortenText, splitAtEnd } from './cut-text.ts'

const BOMB = '\u{1f4a3}'

it.each([
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

it.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  [`a${BOMB}bc`, 3, 'a…'],
])('%j shortened to %i is %j', (text, length, short) => {
  expect(shortenText(text, length)).toBe(short)
})

it.each([
  ['Meridian Round 03', 8, 'Meridian ', 'Round 03'],
  ['abc', 8, '', 'abc'],
  ['', 8, '', ''],
  [`ab${BOMB}cd`, 4, 'ab', `${BOMB}cd`],
  [`ab${BOMB}cd`, 3, `ab${BOMB}`, 'cd'],
])('%j with an end of %i is %j and %j', (text, length, start, end) => {
  expect(splitAtEnd(text, length)).toEqual({ start, end })
})

it('a text shortened in its middle keeps its end', () => {
  expect(shortenMiddle('Meridian Network Round 03', 20)).toBe('Meridian Ne…Round 03')
  expect(shortenMiddle('Meridian Network Round 03', 25)).toBe('Meridian Network Round 03')
})
