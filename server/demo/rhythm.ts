import { DAY_MS, HOUR_MS } from '#src/domain/time/zone.ts'
import type { Chance } from './random.ts'

const HOURS_PER_DAY = 24

/** The relative activity of each weekday, from Sunday. */
const WEEKDAYS = [0.74, 0.98, 1.03, 1.06, 1.1, 1.12, 0.82]
/** The relative activity of each UTC hour: low at night, highest from afternoon to evening in Europe. */
const HOURS = [
  0.55, 0.42, 0.35, 0.3, 0.32, 0.42, 0.6, 0.82, 1, 1.1, 1.15, 1.2, 1.28, 1.4, 1.52, 1.6, 1.62, 1.58,
  1.55, 1.5, 1.38, 1.15, 0.92, 0.72,
]
const DAY_WEIGHT = HOURS.reduce((sum, weight) => sum + weight, 0)

export interface Course {
  start: number
  end: number
  /** the interval between waves of interest, which new stages of a sale cause */
  waveDays: number
  /** the activity of the last day relative to the first */
  growth: number
}

/** `count` ascending times in [start, end), distributed by growth, wave, weekday and hour. */
export function instantsOf(count: number, course: Course, random: Chance): number[] {
  const hours = weigh(course, random)
  const total = hours.at(-1)?.until ?? 0
  const instants: number[] = []
  let place = 0
  for (let i = 0; i < count; i++) {
    const target = ((i + random.next()) / count) * total
    while ((hours[place]?.until ?? total) < target && place < hours.length - 1) place++
    const hour = hours[place]
    if (!hour) break
    instants.push(Math.floor(hour.start + random.next() * (hour.end - hour.start)))
  }
  return instants.toSorted((a, b) => a - b)
}

interface Hour {
  start: number
  end: number
  /** the sum of the weights up to and including this hour */
  until: number
}

function weigh({ start, end, waveDays, growth }: Course, random: Chance): Hour[] {
  const hours: Hour[] = []
  let until = 0
  let mood = 1
  for (let at = Math.floor(start / HOUR_MS) * HOUR_MS; at < end; at += HOUR_MS) {
    const date = new Date(at)
    const hour = date.getUTCHours()
    if (hour === 0 || hours.length === 0) mood = random.around(1, 0.14)
    const days = (at - start) / DAY_MS
    const wave = 1 + 1.5 * Math.exp(-(days % waveDays) / 3.2)
    const season = 1 + ((growth - 1) * (at - start)) / (end - start)
    const from = Math.max(at, start)
    const to = Math.min(at + HOUR_MS, end)
    const busy = (HOURS[hour] ?? 1) / (DAY_WEIGHT / HOURS_PER_DAY)
    until +=
      mood * wave * season * busy * (WEEKDAYS[date.getUTCDay()] ?? 1) * ((to - from) / HOUR_MS)
    hours.push({ start: from, end: to, until })
  }
  return hours
}
