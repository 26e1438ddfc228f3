import { nextBucket } from '#src/domain/time/buckets.ts'
import { localDate, startOf } from '#src/domain/time/calendar.ts'
import { DAY_MS } from '#src/domain/time/zone.ts'
import type { Forecast } from '#src/wire/stages.ts'
import { randomNumbers, seedOf } from './random-numbers.ts'

/** Completed days with sales that a forecast needs. */
export const LEAST_DAYS = 5
const RESAMPLINGS = 2000
/** No forecast goes further: a hundred years. */
const MAX_DAYS = 36_525

export interface ForecastInput {
  /** What is still to be sold now; more than 0. */
  left: number
  /** What the completed days sold, without today, in the same unit. */
  days: readonly number[]
  /** Milliseconds since 1970. */
  now: number
  /** The IANA zone of the days. */
  zone: string
  /** Equal seeds give equal forecasts. */
  seed: string
}

/**
 * The days in which `left` is sold out. What is left of today sells at the pace, then each day: `likely` at
 * the median of the days looked at, `earliest` and `latest` at the 90th and 10th percentile of the medians
 * of 2,000 resamplings of them.
 * @returns dates in the zone, or `too_few_days` with fewer than 5 days with sales or a median of 0
 */
export function forecastSoldOut({ left, days, now, zone, seed }: ForecastInput): Forecast {
  const pace = median(days)
  if (days.filter((sold) => sold > 0).length < LEAST_DAYS || pace <= 0)
    return { none: 'too_few_days' }
  const start = startOf(now, 'day', zone)
  const end = nextBucket(start, 'day', zone)
  const restOfToday = (end - now) / (end - start)
  const today = Date.parse(`${localDate(now, zone)}T00:00:00Z`)
  const dayAt = (each: number) => {
    // A quotient such as 0.3 / 0.1 must not become a day more.
    const count = Math.ceil(left / each - restOfToday - 1e-9)
    const date = new Date(today + Math.min(MAX_DAYS, Math.max(0, count)) * DAY_MS)
    return date.toISOString().slice(0, 10)
  }
  const medians = resampledMedians(days, seed)
  const at = (share: number) => medians[Math.ceil(share * medians.length) - 1] ?? pace
  // With many days without sales the slow pace is 0, which is no day: then the slowest that sold.
  const slow = at(0.1) || (medians.find((one) => one > 0) ?? pace)
  return { earliest: dayAt(at(0.9)), likely: dayAt(pace), latest: dayAt(slow) }
}

/** Ascending. */
function resampledMedians(days: readonly number[], seed: string): number[] {
  const random = randomNumbers(seedOf(seed))
  return Array.from({ length: RESAMPLINGS }, () =>
    median(days.map(() => days[Math.floor(random() * days.length)] ?? 0)),
  ).toSorted((a, b) => a - b)
}

/** Of an even number the mean of the two in the middle; 0 of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return ((low ?? 0) + (high ?? 0)) / 2
}
