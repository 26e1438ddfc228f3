import { describe, expect, it } from 'vitest'
import {
  formatAge,
  formatDuration,
  formatDateTime,
  formatDateRange,
  formatSeconds,
  formatTime,
} from './format-time.ts'

const at = (text: string) => new Date(text).getTime()

describe('formatted times', () => {
  it('shows the time, with the day if it is not today', () => {
    const then = at('2026-11-03T14:05:00')
    expect(formatTime(then)).toBe('14:05')
    expect(formatDateTime(then)).toBe('14:05, 3 Nov')
    expect(formatAge(then, at('2026-11-03T23:59:00'))).toBe('14:05')
    expect(formatAge(then, at('2026-11-04T00:00:00'))).toBe('14:05, 3 Nov')
  })

  it('shows seconds after a time of today only', () => {
    const then = at('2026-11-03T14:05:09')
    expect(formatSeconds(then, at('2026-11-03T23:59:00'))).toBe(':09')
    expect(formatSeconds(then, at('2026-11-04T00:00:00'))).toBe('')
  })

  it.each([
    [20_000, '1 minute'],
    [-150_000, '3 minutes'],
    [59 * 60_000, '59 minutes'],
    [-3_599_500, '1 hour'],
    [23.4 * 3_600_000, '23 hours'],
    [86_400_000, '1 day'],
    [-365 * 86_400_000, '365 days'],
  ])('%i ms last %s', (ms, words) => {
    expect(formatDuration(ms)).toBe(words)
  })

  it.each([
    ['2025-10-22', '2025-11-20', 'Oct 22 – Nov 20, 2025'],
    ['2025-12-31', '2026-01-01', 'Dec 31, 2025 – Jan 1, 2026'],
    ['2026-02-28', '2026-02-28', 'Feb 28, 2026'],
  ])('%s to %s is %s', (first, last, words) => {
    expect(formatDateRange(first, last)).toBe(words)
  })

  it('has short forms', () => {
    expect(formatDateRange('2025-05-21', '2026-11-20', 'short')).toBe('May 21 ’25 – Nov 20 ’26')
    expect(formatDateRange('2025-05-21', '2026-11-20', 'shortest')).toBe('May ’25 – Nov ’26')
    expect(formatDateRange('2025-10-22', '2025-11-20', 'shortest')).toBe('Oct 22 – Nov 20')
  })
})
