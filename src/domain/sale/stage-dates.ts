import { mask } from '#src/domain/text/mask.ts'
import { daysBetween, localDate, toLocal } from '#src/domain/time/calendar.ts'
import { monthName, twoDigits } from '#src/domain/time/date-parts.ts'
import { formatDateRange } from '#src/domain/time/format-time.ts'
import type { PaceDays, StageFigures } from '#src/wire/stages.ts'

/** What all sentences of a project's stages depend on. */
export interface StageTextContext {
  /** The token. */
  unit: string
  /** The completed days that forecasts look at. */
  days: PaceDays
  /** Milliseconds since 1970. */
  now: number
  /** The IANA zone of all dates. */
  zone: string
  isMasked: boolean
}

/** From here on a day without its year could be taken for one of another year. */
const NEAR_DAYS = 320
const NBSP = '\u00a0'

/**
 * A day YYYY-MM-DD as "Dec 2", which does not break; with its year where it is almost a year away.
 * @param today the day of reference, YYYY-MM-DD
 */
export function nearDay(date: string, today: string): string {
  const [year = '', month = '', day = ''] = date.split('-')
  const text = `${monthName(Number(month))}${NBSP}${Number(day)}`
  return Math.abs(daysBetween(today, date)) < NEAR_DAYS ? text : `${text}, ${year}`
}

/** The day of an instant, as `nearDay`. */
export const dayOf = (instant: string, { now, zone }: Pick<StageTextContext, 'now' | 'zone'>) =>
  nearDay(localDate(Date.parse(instant), zone), localDate(now, zone))

/** "Nov 20 at 11:42", or blocks in privacy mode. */
export function momentOf(instant: string, context: StageTextContext): string {
  if (context.isMasked) return mask('count')
  const { hour, minute } = toLocal(Date.parse(instant), context.zone)
  return `${dayOf(instant, context)} at ${twoDigits(hour)}:${twoDigits(minute)}`
}

/**
 * When a stage takes place: "Nov 4 – Dec 15", "Since Nov 4", "From Dec 15", "Until Dec 15", "No dates". Its
 * end is the day in which the next one can begin.
 */
export function stageDates(
  { starts_at: start, ends_at: end }: Pick<StageFigures, 'starts_at' | 'ends_at'>,
  context: Pick<StageTextContext, 'now' | 'zone'>,
): string {
  if (start !== null && end !== null) return `${dayOf(start, context)} – ${dayOf(end, context)}`
  if (start !== null)
    return `${Date.parse(start) > context.now ? 'From' : 'Since'} ${dayOf(start, context)}`
  return end === null ? 'No dates' : `Until ${dayOf(end, context)}`
}

/**
 * The same with the year: "Nov 4 – Dec 15, 2025", "Since Nov 4, 2025, no end". A stage that is not the
 * current one is named: "Stage 5 ended on Dec 15, 2025".
 */
export function longDates(
  stage: Pick<StageFigures, 'name' | 'starts_at' | 'ends_at' | 'purchases'>,
  isCurrent: boolean,
  context: Pick<StageTextContext, 'now' | 'zone'>,
): string {
  const { name, starts_at: start, ends_at: end } = stage
  const day = (instant: string) => localDate(Date.parse(instant), context.zone)
  const whole = (instant: string) => formatDateRange(day(instant), day(instant))
  if (!isCurrent) {
    if (end !== null && Date.parse(end) <= context.now) return `${name} ended on ${whole(end)}`
    if (start !== null && Date.parse(start) > context.now)
      return `${name} begins on ${whole(start)}`
    return stage.purchases === 0 ? `${name} is not sold yet` : `${name} was sold last`
  }
  if (start !== null && end !== null) return formatDateRange(day(start), day(end))
  if (start !== null)
    return `${Date.parse(start) > context.now ? 'From' : 'Since'} ${whole(start)}, no end`
  return end === null ? 'No dates' : `Until ${whole(end)}`
}
