import { describe, expect, test } from 'vitest'
import { clickDay, previewRange, type DayRange } from './date-range.ts'

const BOUNDS = { min: '2025-10-01', max: '2025-11-20' }
const NONE: DayRange = { start: null, end: null }
const STARTED: DayRange = { start: '2025-11-03', end: null }

const isSixth = (day: string) => day === '2025-11-06'

describe('selecting a range', () => {
  test.each<[string, DayRange, string, DayRange]>([
    ['the first click starts it', NONE, '2025-11-03', STARTED],
    ['the second ends it', STARTED, '2025-11-12', { start: '2025-11-03', end: '2025-11-12' }],
    [
      'an earlier second day becomes the start',
      STARTED,
      '2025-10-30',
      { start: '2025-10-30', end: '2025-11-03' },
    ],
    [
      'the same day twice is one day',
      STARTED,
      '2025-11-03',
      { start: '2025-11-03', end: '2025-11-03' },
    ],
    [
      'a third click starts a new range',
      { start: '2025-11-03', end: '2025-11-12' },
      '2025-11-05',
      { start: '2025-11-05', end: null },
    ],
    ['the first selectable day', STARTED, '2025-10-01', { start: '2025-10-01', end: '2025-11-03' }],
    ['a day before the first changes nothing', STARTED, '2025-09-30', STARTED],
    ['the last selectable day', STARTED, '2025-11-20', { start: '2025-11-03', end: '2025-11-20' }],
    ['a day after the last changes nothing', STARTED, '2025-11-21', STARTED],
  ])('%s', (_name, range, day, expected) => {
    expect(clickDay(range, day, BOUNDS)).toEqual(expected)
  })

  test('a range across a disabled day restarts at the clicked day', () => {
    expect(clickDay(STARTED, '2025-11-12', BOUNDS, isSixth)).toEqual({
      start: '2025-11-12',
      end: null,
    })
    expect(clickDay(STARTED, '2025-11-05', BOUNDS, isSixth)).toEqual({
      start: '2025-11-03',
      end: '2025-11-05',
    })
  })
  test('a backward range across a disabled day restarts, too', () => {
    const after: DayRange = { start: '2025-11-10', end: null }
    expect(clickDay(after, '2025-11-03', BOUNDS, isSixth)).toEqual({
      start: '2025-11-03',
      end: null,
    })
  })
  test('a click on a disabled day changes nothing', () => {
    expect(clickDay(STARTED, '2025-11-06', BOUNDS, isSixth)).toEqual(STARTED)
  })
})

describe('the preview of a range', () => {
  test('is shown while the second end is open, in order', () => {
    expect(previewRange(STARTED, '2025-10-30', BOUNDS)).toEqual({
      start: '2025-10-30',
      end: '2025-11-03',
    })
  })
  test('is not shown over a day that would restart or end nothing', () => {
    expect(previewRange(STARTED, '2025-11-12', BOUNDS, isSixth)).toEqual(STARTED)
    expect(previewRange(STARTED, '2025-12-01', BOUNDS)).toEqual(STARTED)
    expect(previewRange(NONE, '2025-11-12', BOUNDS)).toEqual(NONE)
  })
})
