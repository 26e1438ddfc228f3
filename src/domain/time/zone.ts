/**
 * Time zones. A zone is named by a string: an IANA name ("Europe/Berlin") or a fixed offset
 * ("+05:45"). Instants are milliseconds since 1970 in UTC; a wall time is the same count read off a
 * local clock.
 */
import { twoDigits } from './date-parts.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

/** How the local time of a zone follows UTC. */
export interface ZoneRules {
  /** Milliseconds that local clocks are ahead of UTC at that instant. */
  offsetAt(instant: number): number
  /** The next instant after `instant` at which the offset changes. Infinity if none before `limit`. */
  nextChange(instant: number, limit: number): number
}

const cachedRules = new Map<string, ZoneRules>()

/**
 * The rules of a zone. They are cached by name, so names that come from outside go through
 * `canonicalZone` first.
 * @throws RangeError if the runtime does not know the zone
 */
export function zoneRules(zone: string): ZoneRules {
  let rules = cachedRules.get(zone)
  if (!rules) {
    const isFixed = zone === 'UTC' || /^[+-]/.test(zone)
    rules = isFixed ? fixedRules(zone) : namedRules(zoneFormat(zone))
    cachedRules.set(zone, rules)
  }
  return rules
}

function zoneFormat(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
}

const canonicalNames = new Set<string>()

/** The runtime's canonical name of a zone, or null if it does not know the zone. */
export function canonicalZone(name: string): string | null {
  // The runtime takes longer than all else that the server does with a zone.
  if (canonicalNames.has(name)) return name
  try {
    const canonical = zoneFormat(name).resolvedOptions().timeZone
    canonicalNames.add(canonical)
    return canonical
  } catch {
    return null
  }
}

/** The device's zone can change while the app is open, so it is read again after this time. */
const DEVICE_ZONE_TTL_MS = 1000
let device = { name: '', zone: 'UTC', until: Number.NEGATIVE_INFINITY }

/** The device's zone, or UTC if the browser does not report a known one. */
export function deviceZone(): string {
  // Reading the zone is slow, and one render reads it many times.
  const now = performance.now()
  if (now > device.until) {
    const name = Intl.DateTimeFormat().resolvedOptions().timeZone ?? ''
    const zone = name === device.name ? device.zone : canonicalZone(name) ? name : 'UTC'
    device = { name, zone, until: now + DEVICE_ZONE_TTL_MS }
  }
  return device.zone
}

/** Minutes that the zone is ahead of UTC at that instant: 120 in Berlin's summer, -210 in St John's. */
export function offsetMinutes(instant: number, zone: string): number {
  return Math.round(zoneRules(zone).offsetAt(instant) / MINUTE_MS)
}

/** The wire's form of an offset: 330 is "+05:30". */
export function formatOffset(minutes: number): string {
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`
}

/** Milliseconds of the "+05:45" that ends the text, 0 without one. Old local times have seconds. */
function parseOffset(text: string): number {
  const [, sign, ...parts] = /([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(text) ?? []
  const [hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part || 0))
  const ms = hours * HOUR_MS + minutes * MINUTE_MS + seconds * 1000
  return sign === '-' ? -ms : ms
}

function fixedRules(zone: string): ZoneRules {
  const offset = parseOffset(zone)
  return { offsetAt: () => offset, nextChange: () => Number.POSITIVE_INFINITY }
}

/** Two changes of a zone are always some weeks apart, so a cell has at most one. */
const CELL_MS = 5 * DAY_MS
const MAX_CACHED_CELLS = 10_000

/** A stretch of CELL_MS. The change lies after its start, at the latest at its end. */
interface Cell {
  before: number
  /** Infinity if the offset does not change. */
  change: number
  after: number
}

/** The runtime is slow, so it is read once per cell. */
function namedRules(format: Intl.DateTimeFormat): ZoneRules {
  const cells = new Map<number, Cell>()

  const cellAt = (index: number): Cell => {
    let cell = cells.get(index)
    if (!cell) {
      const [from, to] = [index * CELL_MS, (index + 1) * CELL_MS]
      const before = cells.get(index - 1)?.after ?? readOffset(format, from)
      const after = readOffset(format, to)
      const change =
        before === after ? Number.POSITIVE_INFINITY : findChange(format, from, to, before)
      if (cells.size >= MAX_CACHED_CELLS) cells.clear()
      cells.set(index, (cell = { before, change, after }))
    }
    return cell
  }

  return {
    offsetAt(instant) {
      const { before, change, after } = cellAt(Math.floor(instant / CELL_MS))
      return instant < change ? before : after
    },
    nextChange(instant, limit) {
      for (let index = Math.floor(instant / CELL_MS); index * CELL_MS < limit; index++) {
        const { change } = cellAt(index)
        if (change > instant && change < Number.POSITIVE_INFINITY) return change
      }
      return Number.POSITIVE_INFINITY
    },
  }
}

/** The first instant after `from`, up to `to`, whose offset differs from `offset`. */
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
  // "1/2/2026, GMT+05:45"; UTC itself is plain "GMT".
  return parseOffset(format.format(instant))
}
