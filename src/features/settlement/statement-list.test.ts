import { expect, test } from 'vitest'
import type { Statement } from '#src/wire/settlement.ts'
import { statementPeriod, statementTitle } from './statement-list.ts'

const BERLIN = 'Europe/Berlin'

test.each([
  ['2026-10-31T23:00:00.000Z', '2026-11-30T23:00:00.000Z', BERLIN, 'Nov 1 – Nov 30, 2026'],
  [
    '2025-05-28T09:00:00.000Z',
    '2026-11-27T18:16:55.123Z',
    BERLIN,
    'May 28, 2025 – Nov 27, 2026, until 19:16:55',
  ],
  ['2025-05-28T09:00:00.000Z', '2026-11-27T23:00:00.000Z', BERLIN, 'May 28, 2025 – Nov 27, 2026'],
  [
    '2026-11-20T00:00:00.000Z',
    '2026-11-27T00:00:00.001Z',
    'UTC',
    'Nov 20 – Nov 27, 2026, until 00:00:00',
  ],
  ['2026-11-20T00:00:00.000Z', '2026-11-27T00:00:00.000Z', 'UTC', 'Nov 20 – Nov 26, 2026'],
])('a statement from %s until %s in %s is named as what it is of', (start, end, zone, name) => {
  // The other fields have no part in the name.
  const statement = { start_date: start, end_date: end, tz: zone } as Statement
  expect(statementPeriod(statement)).toBe(name)
  expect(statementTitle({ ...statement, number: 3 })).toBe(`Statement 3, ${name}`)
})
