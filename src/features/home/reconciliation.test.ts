import { expect, test } from 'vitest'
import { formatUsd } from '#src/domain/money.ts'
import { describeReconciliation, reconcile } from './reconciliation.ts'

test.each([
  ['the card adds up', 100, 0, 100, 10],
  ['half a cent a row is rounding', 100.05, 0, 100, 10],
  ['half a cent is rounding where there is no row', 0.005, 0, 0, 0],
  ['a number as large holds no cents', 123_456_789_012_345.02, 0, 123_456_789_012_345, 1],
])('nothing is said when %s', (_name, shown, unknown, total, rows) => {
  expect(reconcile(shown, unknown, total, rows)).toBeNull()
})

test('what exclude unknown left out is named with its share', () => {
  const found = reconcile(412_300, 19_600, 431_900, 5)
  expect(found && describeReconciliation(found, formatUsd)).toBe(
    'Shown $412,300.00 of $431,900.00 · unknown 4.53%',
  )
})

test.each([
  ['a cent more than rounding', 100.06, 0, 100, 10, -0.06],
  ['more than half a cent without rows', 0, 0, 0.01, 0, 0.01],
  ['more than what is unknown', 50, 40, 100, 1, 10],
])('%s is a difference', (_name, shown, unknown, total, rows, difference) => {
  const found = reconcile(shown, unknown, total, rows)
  expect(found).toMatchObject({ shown, unknown, total })
  expect(found?.difference).toBeCloseTo(difference, 6)
})

test('figures that disagree say by how much', () => {
  const found = reconcile(90, 0, 100, 3)
  expect(found && describeReconciliation(found, formatUsd)).toBe(
    'Shown $90.00 of $100.00 · $10.00 not accounted for',
  )
})
