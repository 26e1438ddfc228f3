/** The instants of the selected period, and of the period before it. */
import { addUnits, daysBetween, dayStart, localDate, startOf, type TimeRange } from './calendar.ts'
import type { Period } from './time-units.ts'

/** The selected period. Custom days are local dates "YYYY-MM-DD", both included. */
export interface PeriodChoice {
  period: Period
  customStart: string | null
  customEnd: string | null
}

/** The bars of the day period: the current hour and the 23 before it. */
const DAY_PERIOD_HOURS = 24

/** The number of local calendar days of a custom range, both ends included; 0 while it is incomplete. */
export function customDays({ customStart, customEnd }: PeriodChoice): number {
  if (!customStart || !customEnd) return 0
  return Math.max(0, daysBetween(customStart, customEnd) + 1)
}

/**
 * The range of a period: periods roll back from `now`; "all" starts at the instant
 * `minDate`. Null while that date, or one end of a custom range, is missing.
 */
export function rangeOf(
  choice: PeriodChoice,
  now: number,
  minDate: number | null,
  zone: string,
): TimeRange | null {
  const { period, customStart, customEnd } = choice
  if (period === 'custom') {
    if (!customStart || !customEnd || customEnd < customStart) return null
    return { start: dayStart(customStart, zone), end: dayStart(customEnd, zone, 1) }
  }
  if (period === 'all') {
    return minDate === null ? null : { start: Math.min(minDate, now), end: now }
  }
  if (period === 'day') {
    const hour = startOf(now, 'hour', zone)
    return { start: addUnits(hour, 'hour', 1 - DAY_PERIOD_HOURS, zone), end: now }
  }
  const today = startOf(now, 'day', zone)
  return { start: startOf(addUnits(today, period, -1, zone), 'day', zone), end: now }
}

/**
 * The range to compare with, of the same elapsed time: a range that is still open at `now` is
 * compared with the same part of the previous one. Week and month go back whole weeks, so a Monday
 * is compared with a Monday and no whole day counts twice; day goes back 24 hours, year one calendar
 * year, custom its own number of days. "All" has no previous range: null.
 */
export function previousRange(
  choice: PeriodChoice,
  range: TimeRange,
  now: number,
  zone: string,
): TimeRange | null {
  const end = Math.max(range.start, Math.min(range.end, now))
  const back = (unit: 'hour' | 'day' | 'year', n: number): TimeRange => ({
    start: addUnits(range.start, unit, -n, zone),
    end: addUnits(end, unit, -n, zone),
  })
  switch (choice.period) {
    case 'all':
      return null
    case 'day':
      return back('hour', DAY_PERIOD_HOURS)
    case 'year':
      return back('year', 1)
    case 'custom':
      return back('day', customDays(choice))
    case 'week':
    case 'month': {
      const days = daysBetween(localDate(range.start, zone), localDate(now, zone))
      return back('day', Math.ceil(days / 7) * 7)
    }
  }
}
