import { expect, test } from 'vitest'
import { formatUsd } from '#src/domain/money.ts'
import { describeReconciliation, reconcile } from './reconciliation.ts'

test.each([
  ['the card adds up', 100, 0, 100, 10],
  ['half a cent a row is rounding', 100.05, 0, 100, 10],
])('nothing is said when %s', (_name, shown, unknown, total, rows) => {
  expect(reconcile(shown, unknown, total, rows)).toBeNull()
})

test('what exclude unknown left out is named with its share', () => {
  const found = reconcile(412_300, 19_600, 431_900, 5)
  expect(found && describeReconciliation(found, formatUsd)).toBe(
    'Shown $412,300.00 of $431,900.00 · unknown 4.53%',
  )
})

test('figures that disagree say by how much', () => {
  const found = reconcile(90, 0, 100, 3)
  expect(found && describeReconciliation(found, formatUsd)).toBe(
    'Shown $90.00 of $100.00 · $10.00 not accounted for',
  )
})
