import dayjs from 'dayjs'

/** A calendar day as 'YYYY-MM-DD', without a time zone. Days compare as strings. */
export type Day = string
/** A calendar month as 'YYYY-MM'. */
export type Month = string

/** The days that can be selected, both ends inclusive; null means no bound. */
export type DayBounds = { min: Day | null; max: Day | null }

const DAYS_A_WEEK = 7
/** Five or six weeks, also for a shorter month: 35 or 42 cells. */
const SHORT_GRID = 35
const LONG_GRID = 42
const YEARS_A_PAGE = 20
const COMPACT_BACK = 51
const COMPACT_AHEAD = 20

export function monthOf(day: Day): Month {
  return day.slice(0, 7)
}

export function yearOf(day: Day): number {
  return Number(day.slice(0, 4))
}

export function isOutside(day: Day, { min, max }: DayBounds): boolean {
  return (min !== null && day < min) || (max !== null && day > max)
}

/** The month `by` months later (earlier when negative). */
export function stepMonth(month: Month, by: number): Month {
  return dayjs(`${month}-01`).add(by, 'month').format('YYYY-MM')
}

/** Whether any day of the month can be selected. */
export function isMonthWithin(month: Month, { min, max }: DayBounds): boolean {
  return (min === null || month >= monthOf(min)) && (max === null || month <= monthOf(max))
}

export function isYearWithin(year: number, { min, max }: DayBounds): boolean {
  return (min === null || year >= yearOf(min)) && (max === null || year <= yearOf(max))
}

/** The nearest month with selectable days. */
export function clampMonth(month: Month, { min, max }: DayBounds): Month {
  if (max !== null && month > monthOf(max)) return monthOf(max)
  if (min !== null && month < monthOf(min)) return monthOf(min)
  return month
}

export function clampDay(day: Day, { min, max }: DayBounds): Day {
  if (max !== null && day > max) return max
  if (min !== null && day < min) return min
  return day
}

/** A month as weeks from Monday to Sunday: 35 or 42 cells, 7 per week. Cells of other months are null. */
export function monthWeeks(month: Month): (Day | null)[][] {
  const first = dayjs(`${month}-01`)
  const lead = (first.day() + 6) % DAYS_A_WEEK
  const days = first.daysInMonth()
  const count = lead + days > SHORT_GRID ? LONG_GRID : SHORT_GRID
  const cells = Array.from({ length: count }, (_unused, cell) => {
    const date = cell - lead + 1
    return date < 1 || date > days ? null : `${month}-${String(date).padStart(2, '0')}`
  })
  return Array.from({ length: count / DAYS_A_WEEK }, (_unused, week) =>
    cells.slice(week * DAYS_A_WEEK, (week + 1) * DAYS_A_WEEK),
  )
}

/** The page of 20 years that contains `year`. Pages never overlap: …, 1988–2007, 2008–2027, … */
export function yearPage(year: number): number[] {
  const first = Math.floor((year - 8) / YEARS_A_PAGE) * YEARS_A_PAGE + 8
  return Array.from({ length: YEARS_A_PAGE }, (_unused, index) => first + index)
}

/** The years of the compact list: from 51 years ago to 20 years ahead. */
export function compactYears(thisYear: number): number[] {
  return Array.from(
    { length: COMPACT_BACK + COMPACT_AHEAD + 1 },
    (_unused, index) => thisYear - COMPACT_BACK + index,
  )
}

/**
 * The day that gets the focus after a key press (ARIA date grid): arrow keys move by a day or a week,
 * Home and End to the ends of the week, Page keys by a month, with Shift by a year. Stays within the
 * bounds. Null for other keys.
 */
export function moveDay(day: Day, key: string, hasShift: boolean, bounds: DayBounds): Day | null {
  const from = dayjs(day)
  const weekday = (from.day() + 6) % DAYS_A_WEEK
  const page = hasShift ? ('year' as const) : ('month' as const)
  const moves: Record<string, () => dayjs.Dayjs> = {
    ArrowLeft: () => from.subtract(1, 'day'),
    ArrowRight: () => from.add(1, 'day'),
    ArrowUp: () => from.subtract(1, 'week'),
    ArrowDown: () => from.add(1, 'week'),
    Home: () => from.subtract(weekday, 'day'),
    End: () => from.add(DAYS_A_WEEK - 1 - weekday, 'day'),
    PageUp: () => from.subtract(1, page),
    PageDown: () => from.add(1, page),
  }
  const to = moves[key]?.()
  return to ? clampDay(to.format('YYYY-MM-DD'), bounds) : null
}
