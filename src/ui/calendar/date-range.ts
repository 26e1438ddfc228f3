import dayjs from 'dayjs'
import { isOutside, type Day, type DayBounds } from './date-grid.ts'

/** A range during its selection: none, one or both ends set. Both ends are inclusive. */
export type DayRange = { start: Day | null; end: Day | null }

/** Whether a day within the bounds is disabled. */
export type DayRule = (day: Day) => boolean

const NEVER: DayRule = () => false

function hasDisabledBetween(start: Day, end: Day, isDisabled: DayRule): boolean {
  for (let day = dayjs(start); ; day = day.add(1, 'day')) {
    const text = day.format('YYYY-MM-DD')
    if (text > end) return false
    if (isDisabled(text)) return true
  }
}

/**
 * The range after a click on a day: the first click starts it, the second ends it (in either
 * order), a third starts a new range. A range across disabled days restarts at the clicked day; a
 * click on a disabled day changes nothing.
 */
export function clickDay(
  range: DayRange,
  day: Day,
  bounds: DayBounds,
  isDisabled: DayRule = NEVER,
): DayRange {
  if (isOutside(day, bounds) || isDisabled(day)) return range
  if (range.start === null || range.end !== null) return { start: day, end: null }
  const [start, end] = day < range.start ? [day, range.start] : [range.start, day]
  if (hasDisabledBetween(start, end, isDisabled)) return { start: day, end: null }
  return { start, end }
}

/** The range that a click on the hovered day would select. */
export function previewRange(
  range: DayRange,
  hovered: Day | null,
  bounds: DayBounds,
  isDisabled: DayRule = NEVER,
): DayRange {
  if (range.start === null || range.end !== null || hovered === null) return range
  const next = clickDay(range, hovered, bounds, isDisabled)
  return next.end === null ? range : next
}
