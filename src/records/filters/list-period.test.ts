import { expect, test } from 'vitest'
import { describePeriod, periodDays, periodQuery, readPeriod, withPeriod } from './list-period.ts'

const read = (start: string, end: string) =>
  readPeriod(new URLSearchParams({ start_date: start, end_date: end }))

test.each([
  ['2026-11-01', '2026-11-30'],
  ['2026-11-01', '2026-11-01'],
  ['2026-11-01T00:00:00.000Z', '2026-11-20T13:32:05.123Z'],
  ['2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z'],
])('%s to %s is a period, and a URL keeps it', (start, end) => {
  expect(read(start, end)).toEqual({ start, end })
  const params = withPeriod(new URLSearchParams('status=failed&start_date=x'), { start, end })
  expect(params.get('status')).toBe('failed')
  expect(readPeriod(params)).toEqual({ start, end })
  expect(withPeriod(params, null).toString()).toBe('status=failed')
})

test.each([
  ['', ''],
  ['2026-11-01', ''],
  ['2026-11-02', '2026-11-01'],
  ['2026-02-30', '2026-03-01'],
  ['2026-11-01', '2026-11-20T13:32:05.123Z'],
  ['2026-11-20T13:32:05.123Z', '2026-11-01T00:00:00.000Z'],
  ['yesterday', 'today'],
])('%s to %s is none', (start, end) => expect(read(start, end)).toBeNull())

test('days are whole days of the zone, also when its clock changes; instants stay as they are', () => {
  expect(periodQuery({ start: '2026-10-25', end: '2026-10-25' }, 'Europe/Berlin')).toEqual({
    start_date: '2026-10-24T22:00:00.000Z',
    end_date: '2026-10-25T23:00:00.000Z',
  })
  const exact = { start: '2026-11-01T00:00:00.000Z', end: '2026-11-20T13:32:05.123Z' }
  expect(periodQuery(exact, 'Europe/Berlin')).toEqual({
    start_date: exact.start,
    end_date: exact.end,
  })
  expect(periodDays(exact, 'UTC')).toEqual({ start: '2026-11-01', end: '2026-11-20' })
})

test('whole days read as days, others with their times', () => {
  const whole = { start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' }
  expect(describePeriod(whole, 'UTC')).toBe('Nov 1 – Nov 30, 2026')
  expect(describePeriod({ start: '2026-11-01', end: '2026-11-30' }, 'UTC')).toBe(
    'Nov 1 – Nov 30, 2026',
  )
  const untilNow = { ...whole, end: '2026-11-20T13:32:05.123Z' }
  expect(describePeriod(untilNow, 'UTC')).toBe('Nov 1, 2026 – Nov 20, 2026 13:32')
  const within = { start: '2026-11-01T08:30:00.000Z', end: '2026-11-20T13:32:05.123Z' }
  expect(describePeriod(within, 'UTC')).toBe('Nov 1, 2026 08:30 – Nov 20, 2026 13:32')
})
