import { expect, test } from 'vitest'
import { dateReadingOf, readTypedTime } from './typed-time.ts'

test.each([
  ['2025-12-15', 'UTC', '2025-12-15T00:00:00.000Z'],
  ['2025-12-15', 'Europe/Berlin', '2025-12-14T23:00:00.000Z'],
  ['2025-12-15', '-03:30', '2025-12-15T03:30:00.000Z'],
  ['2025-12-15T09:30', 'Europe/Berlin', '2025-12-15T08:30:00.000Z'],
  ['2025-12-15T09:30:15Z', 'Europe/Berlin', '2025-12-15T09:30:15.000Z'],
  ['2025-12-15 09:30 UTC', 'Europe/Berlin', '2025-12-15T09:30:00.000Z'],
  ['2025-12-15 09:30 +02:00', 'Europe/Berlin', '2025-12-15T07:30:00.000Z'],
  [' Dec 15, 2025 09:00 ', 'UTC', '2025-12-15T09:00:00.000Z'],
  ['15 December 2025', 'UTC', '2025-12-15T00:00:00.000Z'],
  ['15.12.2025 23:59', 'UTC', '2025-12-15T23:59:00.000Z'],
  ['12/15/2025 9:00 pm', 'UTC', '2025-12-15T21:00:00.000Z'],
  ['05/05/2025', 'UTC', '2025-05-05T00:00:00.000Z'],
  // The clock skips 02:30, and has the other 02:30 twice.
  ['2025-03-30 02:30', 'Europe/Berlin', '2025-03-30T01:00:00.000Z'],
  ['2025-10-26 02:30', 'Europe/Berlin', '2025-10-26T00:30:00.000Z'],
])('%s in %s is %s', (text, zone, value) => {
  expect(readTypedTime(text, zone)).toEqual({ value })
})

test.each([
  ['01/03/2025', 'Can be two days. Write it as 2025-03-01.'],
  ['soon', 'Is not a date. Write it as 2025-03-01 10:14.'],
  ['2025-02-30', 'There is no such day.'],
  ['1/3/25', 'Write the year with four digits.'],
])('%s is refused', (text, reason) => {
  expect(readTypedTime(text, 'UTC')).toEqual({ reason })
})

test('a date that can be two days is read as its column is', () => {
  expect(dateReadingOf(['01/03/2025', '15/03/2025'])).toBe('day-first')
  expect(dateReadingOf(['01/03/2025', '03/15/2025'])).toBe('month-first')
  expect(dateReadingOf(['15/03/2025', '03/15/2025', 'soon'])).toBeNull()
  expect(dateReadingOf(['2025-03-01'])).toBeNull()
  expect(readTypedTime('01/03/2025', 'UTC', 'day-first')).toEqual({
    value: '2025-03-01T00:00:00.000Z',
  })
})
