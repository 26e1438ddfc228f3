import { expect, test } from 'vitest'
import { toRankedRows } from '#src/domain/money/ranked-rows.ts'
import { byCountry, byLabel } from '#src/domain/money/ranked-rules.ts'
import { nearCandidates, nextSorting, searchRows, sortRows } from './details-rows.ts'

const rows = toRankedRows(
  [
    { project: 'AURA', label: 'DE', amount: 10, count: 5 },
    { project: 'AURA', label: 'FR', amount: 30, count: 1 },
    { project: 'AURA', label: 'GB', amount: 20, count: 5 },
  ],
  byCountry,
  'amount',
  false,
)
const names = (list: readonly { label: string }[]) => list.map((row) => row.label)

test.each([
  ['', ['France', 'United Kingdom', 'Germany']],
  ['  ', ['France', 'United Kingdom', 'Germany']],
  ['germany', ['Germany']],
  ['germny', ['Germany']],
  ['kingdom', ['United Kingdom']],
  ['GB', ['United Kingdom']],
  ['zzz', []],
])('searching "%s" finds %j', (text, found) => {
  expect(names(searchRows(rows, text))).toEqual(found)
})

/** Sources of that many characters, which differ in their first characters only. */
const sources = (length: number, count: number) =>
  toRankedRows(
    Array.from({ length: count }, (_, at) => ({
      project: 'AURA',
      label: String(at).padEnd(length, 'q'),
      amount: count - at,
      count: 1,
    })),
    byLabel,
    'amount',
    false,
  )
const MANY = [...sources(30, 4_000), ...sources(1_000, 50)]

test.each([
  // Too short for a typing error, too long for one, and letters that no label has.
  ['qq', 0],
  [`summer campaign ${'q'.repeat(17)}`, 0],
  ['summer', 0],
])('of thousands of long labels, the fuzzy candidates for "%s" are %d', (text, count) => {
  expect(nearCandidates(MANY, text)).toHaveLength(count)
})

test('a long label matches any part of it, and a long text', () => {
  const [row] = MANY.slice(-1)
  expect(searchRows(MANY, `${row?.label.slice(0, 2)}${'q'.repeat(90)}`)).toEqual([row])
})

test.each([
  ['label', false, ['France', 'Germany', 'United Kingdom']],
  ['amount', true, ['France', 'United Kingdom', 'Germany']],
  ['count', true, ['Germany', 'United Kingdom', 'France']],
  ['count', false, ['France', 'Germany', 'United Kingdom']],
  ['share', true, ['France', 'United Kingdom', 'Germany']],
] as const)('sorted by %s, descending %s: %j', (key, isDescending, sorted) => {
  expect(names(sortRows(rows, { key, isDescending }, 'amount'))).toEqual(sorted)
})

test('figures sort in descending order first, labels in ascending order, and a second click reverses', () => {
  const byAmount = { key: 'amount', isDescending: true } as const
  expect(nextSorting(byAmount, 'amount').isDescending).toBe(false)
  expect(nextSorting(byAmount, 'count').isDescending).toBe(true)
  expect(nextSorting(byAmount, 'label').isDescending).toBe(false)
})
