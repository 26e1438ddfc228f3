import type { TimeRange } from '#src/domain/time/calendar.ts'
import { EARLIEST_STORED, LATEST_STORED } from '#src/wire/primitives.ts'

export interface CodeDates {
  start_date: Date | null
  end_date: Date | null
  disabled_at: Date | null
  created_at: Date
}

/** Milliseconds since 1970. The windows touch each other and do not overlap. */
export interface EffectWindows {
  during: TimeRange
  /** Null for a code that has not begun. */
  before: TimeRange | null
  /** Null while the code can be used, and for a code that has not begun. */
  after: TimeRange | null
}

/**
 * The windows in which a code is compared at `now`: while it could be used, and equally long before
 * and after. A code that was disabled before its start never begins. Within the years 1 to 9999, so
 * windows of a code that lasts for thousands of years may be shorter.
 */
export function effectWindows(code: CodeDates, now: Date): EffectWindows {
  const start = Number(code.start_date ?? code.created_at)
  const stop = Math.min(Number(code.end_date ?? Infinity), Number(code.disabled_at ?? Infinity))
  const end = Math.min(stop, now.getTime())
  if (end <= start) {
    // What is planned: until the end that it will have, if it can still begin.
    const during = { start, end: stop === Infinity ? start : Math.max(start, stop) }
    return { during, before: null, after: null }
  }
  const length = end - start
  return {
    during: { start, end },
    before: { start: Math.max(EARLIEST_STORED, start - length), end: start },
    after: stop > end ? null : { start: end, end: Math.min(LATEST_STORED, end + length) },
  }
}
