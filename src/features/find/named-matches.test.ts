import Fuse from 'fuse.js'
import { describe, expect, test } from 'vitest'
import { namedMatches } from './named-matches.ts'

const NAMES = [
  { title: 'Home', words: 'Overview' },
  { title: 'Transactions Search', words: 'Sales' },
  { title: 'User Search', words: 'Sales' },
  { title: 'Manual Transactions', words: 'Sales' },
  { title: 'Project Settings', words: 'Site' },
  { title: 'Create bonus code', words: 'new promo' },
]
const titles = (typed: string, fuzzy: typeof Fuse | null = Fuse) =>
  namedMatches(NAMES, typed, fuzzy).map(({ item }) => item.title)

describe('Names are found, the best first', () => {
  test.each([
    ['trans', ['Transactions Search', 'Manual Transactions']],
    ['search', ['Transactions Search', 'User Search']],
    ['ser', ['User Search']],
    ['s', ['Transactions Search', 'User Search', 'Project Settings', 'Manual Transactions']],
    ['sales', ['Transactions Search', 'User Search', 'Manual Transactions']],
    ['promo', ['Create bonus code']],
    // With a typing error.
    ['setings', ['Project Settings']],
    ['transctions', ['Transactions Search', 'Manual Transactions']],
  ])('%s', (typed, expected) => {
    expect(titles(typed).slice(0, expected.length)).toEqual(expected)
  })
})

test('other letters, and three with a typing error, find nothing', () => {
  expect(titles('zzzz')).toEqual([])
  expect(titles('aur')).toEqual([])
})

test('while the matcher loads, names are found by their letters', () => {
  expect(titles('trans', null)).toEqual(['Transactions Search', 'Manual Transactions'])
  expect(titles('setings', null)).toEqual([])
})
