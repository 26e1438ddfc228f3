import { expect, test } from 'vitest'
import { lastDueDigest } from './digest-schedule.ts'

const at = (text: string) => Date.parse(text)
const iso = (instant: number) => new Date(instant).toISOString()
const seen = (...input: Parameters<typeof lastDueDigest>) => {
  const { dueAt, range, before } = lastDueDigest(...input)
  return [dueAt, before.start, range.start, range.end].map(iso)
}

test('a daily digest is about the local day before, from its hour on', () => {
  const daily = { every: 'day', hour: 8 } as const
  expect(seen(daily, 'Europe/Berlin', at('2026-11-25T06:59:59Z'))).toEqual([
    '2026-11-24T07:00:00.000Z',
    '2026-11-21T23:00:00.000Z',
    '2026-11-22T23:00:00.000Z',
    '2026-11-23T23:00:00.000Z',
  ])
  expect(seen(daily, 'Europe/Berlin', at('2026-11-25T07:00:00Z'))).toEqual([
    '2026-11-25T07:00:00.000Z',
    '2026-11-22T23:00:00.000Z',
    '2026-11-23T23:00:00.000Z',
    '2026-11-24T23:00:00.000Z',
  ])
})

test('a weekly digest is about the seven days before its weekday', () => {
  const weekly = { every: 'week', hour: 9, weekday: 1 } as const
  // The 23rd is a Monday.
  expect(seen(weekly, 'UTC', at('2026-11-25T12:00:00Z'))).toEqual([
    '2026-11-23T09:00:00.000Z',
    '2026-11-09T00:00:00.000Z',
    '2026-11-16T00:00:00.000Z',
    '2026-11-23T00:00:00.000Z',
  ])
  expect(seen(weekly, 'UTC', at('2026-11-23T08:59:59Z'))[0]).toBe('2026-11-16T09:00:00.000Z')
  expect(seen({ ...weekly, weekday: 7 }, 'UTC', at('2026-11-25T12:00:00Z'))[0]).toBe(
    '2026-11-22T09:00:00.000Z',
  )
  expect(seen({ ...weekly, weekday: 3 }, 'UTC', at('2026-11-25T12:00:00Z'))[0]).toBe(
    '2026-11-25T09:00:00.000Z',
  )
})

test('days of 23 and 25 hours are whole days', () => {
  const daily = { every: 'day', hour: 0 } as const
  const hours = (now: string) => {
    const { range } = lastDueDigest(daily, 'Europe/Berlin', at(now))
    return (range.end - range.start) / 3_600_000
  }
  expect(hours('2026-03-30T12:00:00Z')).toBe(23)
  expect(hours('2026-10-26T12:00:00Z')).toBe(25)
})

test('days start at midnight beside one whose midnight the clock skips', () => {
  // The 31st starts at 01:00.
  expect(seen({ every: 'day', hour: 8 }, 'Asia/Beirut', at('2024-03-31T12:00:00Z'))).toEqual([
    '2024-03-31T05:00:00.000Z',
    '2024-03-28T22:00:00.000Z',
    '2024-03-29T22:00:00.000Z',
    '2024-03-30T22:00:00.000Z',
  ])
  const weekly = { every: 'week', hour: 0, weekday: 7 } as const
  expect(seen(weekly, 'Asia/Beirut', at('2024-04-02T12:00:00Z'))).toEqual([
    '2024-03-30T22:00:00.000Z',
    '2024-03-16T22:00:00.000Z',
    '2024-03-23T22:00:00.000Z',
    '2024-03-30T22:00:00.000Z',
  ])
})

test('an hour that the clock skips is due when it skips, one that occurs twice the first time', () => {
  const daily = { every: 'day', hour: 2 } as const
  expect(seen(daily, 'Europe/Berlin', at('2026-03-29T12:00:00Z'))[0]).toBe(
    '2026-03-29T01:00:00.000Z',
  )
  expect(seen(daily, 'Europe/Berlin', at('2026-10-25T12:00:00Z'))[0]).toBe(
    '2026-10-25T00:00:00.000Z',
  )
})

test.each(['Asia/Kathmandu', 'America/St_Johns', 'Pacific/Kiritimati', 'Pacific/Niue'])(
  'it is never due later than now, nor a day and a half ago: %s',
  (zone) => {
    for (let hour = 0; hour < 24; hour += 1) {
      const now = at('2026-06-15T03:30:00Z') + hour * 3_600_000
      const { dueAt } = lastDueDigest({ every: 'day', hour }, zone, now)
      expect(dueAt).toBeLessThanOrEqual(now)
      expect(now - dueAt).toBeLessThan(24 * 3_600_000)
    }
  },
)
