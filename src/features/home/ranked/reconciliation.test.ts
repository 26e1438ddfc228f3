import { expect, test } from 'vitest'
import { formatUsd } from '#src/domain/money/money.ts'
import { describeReconciliation, reconcile } from './reconciliation.ts'

test.each([
  ['the card adds up', 100, 0, 100, 10],
  ['the difference is half a cent per row', 100.05, 0, 100, 10],
  ['the difference is half a cent without rows', 0.005, 0, 0, 0],
  [
    'the difference is below the precision of a large number',
    123_456_789_012_345.02,
    0,
    123_456_789_012_345,
    1,
  ],
])('there is no line when %s', (_name, shown, unknown, total, rows) => {
  expect(reconcile(shown, unknown, total, rows)).toBeNull()
})

test('the sum that exclude unknown left out has a share', () => {
  const found = reconcile(412_300, 19_600, 431_900, 5)
  expect(found && describeReconciliation(found, formatUsd)).toBe(
    'Shown $412,300.00 of $431,900.00 · unknown 4.53%',
  )
})

test.each([
  ['a cent more than rounding', 100.06, 0, 100, 10, -0.06],
  ['more than half a cent without rows', 0, 0, 0.01, 0, 0.01],
  ['more than the unknown sum', 50, 40, 100, 1, 10],
])('%s is a difference', (_name, shown, unknown, total, rows, difference) => {
  const found = reconcile(shown, unknown, total, rows)
  expect(found).toMatchObject({ shown, unknown, total })
  expect(found?.difference).toBeCloseTo(difference, 6)
})

test('the line names the difference', () => {
  const found = reconcile(90, 0, 100, 3)
  expect(found && describeReconciliation(found, formatUsd)).toBe(
    'Shown $90.00 of $100.00 · $10.00 not accounted for',
  )
})
