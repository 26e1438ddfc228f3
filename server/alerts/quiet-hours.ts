import { fromWall, localDate } from '#src/domain/calendar.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, zoneRules } from '#src/domain/zone.ts'

/** Local times "22:00"; `from` after `to` spans midnight. */
export interface QuietHours {
  from: string
  to: string
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * HOUR_MS + minutes * MINUTE_MS
}

/** When the quiet hours that `now` (epoch ms) falls in end; null outside of them. */
export function endOfQuiet({ from, to }: QuietHours, zone: string, now: number): number | null {
  const rules = zoneRules(zone)
  const today = Date.parse(localDate(now, zone))
  const length = (minutesOf(to) - minutesOf(from) + DAY_MS) % DAY_MS
  // Those that began yesterday may not be over.
  for (const day of [today - DAY_MS, today]) {
    const start = fromWall(day + minutesOf(from), rules)
    const end = fromWall(day + minutesOf(from) + length, rules)
    if (start <= now && now < end) return end
  }
  return null
}
