import { describe, expect, test } from 'vitest'
import { emphasisParts, matchedRange, startsWithTyped } from './emphasis.ts'

/** The text with its emphasised part in brackets. */
const marked = (text: string, typed: string) => {
  const range = matchedRange(text, typed)
  return emphasisParts(text, range ? [range] : [])
    .map((part) => (part.isMarked ? `[${part.text}]` : part.text))
    .join('')
}

describe('The letters that match what was typed', () => {
  test.each([
    ['LAUNCH15', 'laun', '[LAUN]CH15'],
    ['Launch comparison', 'comp', 'Launch [comp]arison'],
    ['Relaunch launch', 'launch', 'Relaunch [launch]'],
    ['Relaunch', 'launch', 'Re[launch]'],
    ['LAUNCH15', 'zz', 'LAUNCH15'],
    ['LAUNCH15', '', 'LAUNCH15'],
    ['100% (a+b)', '% (a+', '100[% (a+]b)'],
    // The lower case of İ has two characters.
    ['İİ-sale', 'sale', 'İİ-[sale]'],
    ['ÄRGER', 'är', '[ÄR]GER'],
  ])('%s, typed %s', (text, typed, expected) => {
    expect(marked(text, typed)).toBe(expected)
  })
})

test('ranges that overlap, touch or lie outside of the text are drawn once', () => {
  expect(
    emphasisParts('abcdef', [
      [4, 99],
      [0, 2],
      [1, 3],
    ]),
  ).toEqual([
    { text: 'ab', isMarked: true },
    { text: 'c', isMarked: true },
    { text: 'd', isMarked: false },
    { text: 'ef', isMarked: true },
  ])
})

test('a code begins with what was typed without regard to case; dots and stars are no patterns', () => {
  expect(startsWithTyped('LAUNCH15', 'launch')).toBe(true)
  expect(startsWithTyped('RELAUNCH', 'launch')).toBe(false)
  expect(startsWithTyped('LAUNCH', '.*')).toBe(false)
  expect(startsWithTyped('LAUNCH', '')).toBe(false)
})
