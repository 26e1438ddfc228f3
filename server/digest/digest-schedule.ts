import { addToWall, floorWall, fromWall, type TimeRange } from '#src/domain/time/calendar.ts'
import { DAY_MS, HOUR_MS, zoneRules } from '#src/domain/time/zone.ts'
import type { Digest } from '#src/wire/alerts.ts'

/** When a digest is due, the whole days that it is about, and as many days before them. */
export interface DueDigest {
  /** Epoch ms. */
  dueAt: number
  range: TimeRange
  before: TimeRange
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
  const rules = zoneRules(zone)
  const dueOn = (day: number) => fromWall(day + hour * HOUR_MS, rules)
  // Wall times, because the clock may skip midnight. A week starts on Monday.
  const shift = every === 'week' ? (weekday - 1) * DAY_MS : 0
  let day = floorWall(now + rules.offsetAt(now), every) + shift
  if (dueOn(day) > now) day = addToWall(day, every, -1)
  const start = (back: number) => fromWall(addToWall(day, every, -back), rules)
  return {
    dueAt: dueOn(day),
    range: { start: start(1), end: start(0) },
    before: { start: start(2), end: start(1) },
  }
}
