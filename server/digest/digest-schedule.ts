import { addUnits, dayStart, fromWall, localDate, type TimeRange } from '#src/domain/calendar.ts'
import { DAY_MS, HOUR_MS, zoneRules } from '#src/domain/zone.ts'
import type { Digest } from '#src/wire/alerts.ts'

/** When a digest is due, the whole days that it is about, and as many days before them. */
export interface DueDigest {
  /** Epoch ms. */
  dueAt: number
  range: TimeRange
  before: TimeRange
}

const WEEK_DAYS = 7

/** 1 is Monday, as in ISO 8601. */
function weekdayOf(date: string): number {
  return ((Math.floor(Date.parse(date) / DAY_MS) + 3) % WEEK_DAYS) + 1
}

/**
 * The last digest that is due at `now` (epoch ms): a daily one is about the day before, a weekly one about
 * the seven days before. An hour that the clock skips is due when it skips; one that occurs twice, the
 * first time.
 */
export function lastDueDigest(
  { every, hour, weekday = 1 }: Digest,
  zone: string,
  now: number,
): DueDigest {
  const dueOn = (date: string) => fromWall(Date.parse(date) + hour * HOUR_MS, zoneRules(zone))
  const back = (date: string, days: number) =>
    new Date(Date.parse(date) - days * DAY_MS).toISOString().slice(0, 10)
  let date = localDate(now, zone)
  if (dueOn(date) > now) date = back(date, 1)
  if (every === 'week') date = back(date, (weekdayOf(date) - weekday + WEEK_DAYS) % WEEK_DAYS)
  const days = every === 'week' ? WEEK_DAYS : 1
  const end = dayStart(date, zone)
  const start = addUnits(end, 'day', -days, zone)
  return {
    dueAt: dueOn(date),
    range: { start, end },
    before: { start: addUnits(start, 'day', -days, zone), end: start },
  }
}
