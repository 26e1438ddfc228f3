import { expect, test } from 'vitest'
import { changesOf } from './first-page-changes.ts'

type Row = { id: string; status: string }
const row = (n: number, status = 'pending'): Row => ({ id: String(n), status })
/** Rows `from` down to `to`: newest first. */
const rows = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, at) => row(from - at))
const ids = (found: readonly Row[]) => found.map(({ id }) => Number(id))
const compare = (first: Row[], loaded: Row[], hasMore = loaded.length > 19) => {
  const { added, changed, left, isBeyond } = changesOf(first, loaded, ({ id }) => id, hasMore)
  return { added: ids(added), changed: ids(changed), left: ids(left), isBeyond }
}
const SAME = { added: [], changed: [], left: [], isBeyond: false }

test('the same page has no changes, also of a list with more pages', () => {
  expect(compare(rows(20, 1), rows(20, 1))).toEqual(SAME)
  expect(compare(rows(60, 41), rows(60, 1))).toEqual(SAME)
  expect(compare([], [])).toEqual(SAME)
})

test('new rows are found wherever they stand on the page', () => {
  expect(compare(rows(22, 3), rows(20, 1))).toEqual({ ...SAME, added: [22, 21] })
  const loaded = rows(21, 1).filter(({ id }) => id !== '15')
  expect(compare(rows(21, 2), loaded)).toEqual({ ...SAME, added: [15] })
})

test('a loaded row with other values has changed', () => {
  const first = rows(20, 1).with(2, row(18, 'completed'))
  expect(compare(first, rows(20, 1))).toEqual({ ...SAME, changed: [18] })
})

test('a loaded row that the page should hold and does not has left', () => {
  const without = (...gone: number[]) => rows(40, 1).filter(({ id }) => !gone.includes(Number(id)))
  expect(compare(without(38, 30).slice(0, 20), rows(40, 1))).toEqual({ ...SAME, left: [38, 30] })
  expect(compare([], rows(3, 1))).toEqual({ ...SAME, left: [3, 2, 1] })
  expect(compare(rows(2, 1), rows(3, 1))).toEqual({ ...SAME, left: [3] })
})

test('rows that follow the loaded ones are not new, unless these were all', () => {
  const without = rows(30, 1).filter(({ id }) => id !== '25')
  expect(compare(without.slice(0, 20), rows(30, 11))).toEqual({ ...SAME, left: [25] })
  expect(compare(rows(5, 1), rows(5, 3))).toEqual({ ...SAME, added: [2, 1] })
})

test('what the page does not reach has not left', () => {
  expect(compare(rows(25, 6), rows(20, 1))).toEqual({ ...SAME, added: [25, 24, 23, 22, 21] })
})

test('a page of new rows only may not hold all of them', () => {
  expect(compare(rows(60, 41), rows(20, 1))).toMatchObject({ isBeyond: true, left: [] })
  expect(compare(rows(5, 4), rows(3, 1))).toMatchObject({ isBeyond: false, left: [3, 2, 1] })
})
