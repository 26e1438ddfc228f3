const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/**
 * The rule by which local time follows UTC. Instants are milliseconds since 1970 in UTC; a wall
 * time is the same count read off a local clock.
 */
export interface Zone {
  /** What local clocks are ahead of UTC at that instant, in milliseconds. */
  offsetAt(instant: number): number
  /** The next instant after that one at which the offset changes, or Infinity before `limit`. */
  nextChange(instant: number, limit: number): number
}

/** A zone that never changes its clocks. `offset` is `±HH:MM`; absent means UTC. */
export function fixedZone(offset = '+00:00'): Zone {
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number)
  const ms = (offset.startsWith('-') ? -1 : 1) * (hours * HOUR_MS + minutes * MINUTE_MS)
  return { offsetAt: () => ms, nextChange: () => Number.POSITIVE_INFINITY }
}

const MAX_YEARS_KEPT = 2000
const namedZones = new Map<string, Zone>()

/** The zone of an IANA name, or null when the runtime knows none by it. */
export function namedZone(name: string): Zone | null {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' })
    // By its canonical name: callers' spellings (`EUROPE/berlin`) must not fill the memory.
    const { timeZone } = format.resolvedOptions()
    const zone = namedZones.get(timeZone) ?? ruledZone(format)
    namedZones.set(timeZone, zone)
    return zone
  } catch {
    return null
  }
}

/** The zone that a request asks for: `tz` when it is one, else the fixed offset, else UTC. */
export function zoneOf(query: { timezone?: string | undefined; tz?: string | undefined }): Zone {
  return (query.tz ? namedZone(query.tz) : null) ?? fixedZone(query.timezone)
}

/** Changes of a year of UTC: `at` ascending, each with the offset that holds from then on. */
interface Year {
  first: number
  changes: readonly { at: number; offset: number }[]
}

// Two changes of a clock are never less than some weeks apart.
const PROBE_MS = 5 * DAY_MS

function ruledZone(format: Intl.DateTimeFormat): Zone {
  const years = new Map<number, Year>()

  const yearOf = (instant: number): Year => {
    const number = new Date(instant).getUTCFullYear()
    const known = years.get(number)
    if (known) return known
    if (years.size >= MAX_YEARS_KEPT) years.clear()
    const year = findChanges(format, number)
    years.set(number, year)
    return year
  }

  return {
    offsetAt(instant) {
      const { first, changes } = yearOf(instant)
      let offset = first
      for (const change of changes) if (change.at <= instant) offset = change.offset
      return offset
    },
    nextChange(instant, limit) {
      for (let at = instant; at < limit; at = nextYear(at)) {
        const change = yearOf(at).changes.find((one) => one.at > instant)
        if (change) return change.at
      }
      return Number.POSITIVE_INFINITY
    },
  }
}

function nextYear(instant: number): number {
  return yearStart(new Date(instant).getUTCFullYear() + 1)
}

function yearStart(year: number): number {
  // Date.UTC takes years below 100 for those of the 20th century.
  return new Date(0).setUTCFullYear(year, 0, 1)
}

function findChanges(format: Intl.DateTimeFormat, number: number): Year {
  const start = yearStart(number)
  const end = yearStart(number + 1)
  // One moment earlier, so that a change on the stroke of the year is found too.
  const first = readOffset(format, start - 1)
  const changes: { at: number; offset: number }[] = []
  let from = start - 1
  let offset = first
  while (from < end - 1) {
    const to = Math.min(from + PROBE_MS, end - 1)
    const later = readOffset(format, to)
    if (later !== offset) {
      changes.push({ at: findChange(format, from, to, offset), offset: later })
      offset = later
    }
    from = to
  }
  return { first, changes }
}

/** The first instant after `from`, up to `to`, whose offset is no longer `offset`. */
function findChange(format: Intl.DateTimeFormat, from: number, to: number, offset: number): number {
  let low = from
  let high = to
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (readOffset(format, middle) === offset) low = middle
    else high = middle
  }
  return high
}

function readOffset(format: Intl.DateTimeFormat, instant: number): number {
  // Reads "1/2/2026, GMT+05:45"; plain "GMT" is UTC itself, and old local times carry seconds.
  const found = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(format.format(instant))
  const [, sign, hours, minutes, seconds] = found ?? []
  if (!sign) return 0
  const ms = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds ?? 0) * 1000
  return sign === '-' ? -ms : ms
}

/**
 * The instant of a wall time. A time that occurs twice is the earlier one, one that is skipped is
 * the moment of the skip.
 */
export function instantOf(wall: number, zone: Zone): number {
  // A day on either side is past any change that could concern this time.
  const before = zone.offsetAt(wall - DAY_MS)
  const after = zone.offsetAt(wall + DAY_MS)
  const early = wall - Math.max(before, after)
  const late = wall - Math.min(before, after)
  if (early + zone.offsetAt(early) === wall) return early
  if (late + zone.offsetAt(late) === wall) return late
  return zone.nextChange(early, late + 1)
}
