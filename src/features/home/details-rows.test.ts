import { expect, test } from 'vitest'
import { nextSorting, searchRows, sortRows } from './details-rows.ts'
import { byCountry } from './ranked-rules.ts'
import { toRankedRows } from './ranked-rows.ts'

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

test.each([
  ['label', false, ['France', 'Germany', 'United Kingdom']],
  ['amount', true, ['France', 'United Kingdom', 'Germany']],
  ['count', true, ['Germany', 'United Kingdom', 'France']],
  ['count', false, ['France', 'Germany', 'United Kingdom']],
  ['share', true, ['France', 'United Kingdom', 'Germany']],
] as const)('sorted by %s, descending %s: %j', (key, isDescending, sorted) => {
  expect(names(sortRows(rows, { key, isDescending }, 'amount'))).toEqual(sorted)
})

test('figures start with the largest, labels with A, and a second click turns round', () => {
  const byAmount = { key: 'amount', isDescending: true } as const
  expect(nextSorting(byAmount, 'amount').isDescending).toBe(false)
  expect(nextSorting(byAmount, 'count').isDescending).toBe(true)
  expect(nextSorting(byAmount, 'label').isDescending).toBe(false)
})
