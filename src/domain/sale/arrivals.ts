import type { IngestKey } from '#src/wire/ingest-keys.ts'

const ARRIVING_MS = 24 * 3_600_000

/** What the keys of a project say about its events. */
export interface Arrivals {
  /** The last request with any of the keys. */
  lastAt: string | null
  /** Of today's UTC day. */
  taken: number
  refused: number
  /** Whether the last request is less than a day old. */
  isArriving: boolean
}

export function arrivalsOf(keys: readonly IngestKey[], now: Date): Arrivals {
  const times = keys.flatMap(({ last_used_at: at }) => (at === null ? [] : [Date.parse(at)]))
  const last = Math.max(...times)
  return {
    lastAt: times.length === 0 ? null : new Date(last).toISOString(),
    taken: keys.reduce((sum, key) => sum + key.taken_today, 0),
    refused: keys.reduce((sum, key) => sum + key.refused_today, 0),
    isArriving: now.getTime() - last < ARRIVING_MS,
  }
}
