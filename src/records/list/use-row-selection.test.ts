import { expect, test } from 'vitest'
import { noSelection, pressAll, pressRow } from './use-row-selection.ts'

const ROWS = ['1', '2', '3', '4', '5']
const idsOf = ({ ids }: { ids: ReadonlySet<string> }) => [...ids].toSorted()
const press = (...presses: readonly (readonly [id: string, isRange?: boolean])[]) =>
  presses.reduce(
    (state, [id, isRange = false]) => pressRow(state, ROWS, id, isRange),
    noSelection('list'),
  )

test('a row is selected and deselected', () => {
  expect(idsOf(press(['2'], ['4']))).toEqual(['2', '4'])
  expect(idsOf(press(['2'], ['4'], ['2']))).toEqual(['4'])
})

test('with Shift, the rows between two presses are selected in either direction', () => {
  expect(idsOf(press(['2'], ['4', true]))).toEqual(['2', '3', '4'])
  expect(idsOf(press(['4'], ['2', true]))).toEqual(['2', '3', '4'])
  // A further range begins where the last one ended.
  expect(idsOf(press(['1'], ['2', true], ['5', true]))).toEqual(ROWS)
})

test('with Shift on a selected row, the range is deselected', () => {
  expect(idsOf(press(['1'], ['5', true], ['3', true]))).toEqual(['1', '2'])
})

test('Shift without an earlier press, or after a row that is gone, is a plain press', () => {
  expect(idsOf(press(['3', true]))).toEqual(['3'])
  expect(idsOf(pressRow(press(['1']), ['2', '3'], '3', true))).toEqual(['1', '3'])
})

test('all loaded rows are selected, those that load later are not, and a second press clears', () => {
  const all = pressAll(press(['2']), ROWS)
  expect(idsOf(all)).toEqual(ROWS)
  expect(idsOf(pressAll(all, ROWS))).toEqual([])
  expect(idsOf(pressAll(all, [...ROWS, '6']))).toEqual([...ROWS, '6'])
})
