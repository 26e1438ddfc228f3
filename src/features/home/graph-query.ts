import type { TimeRange, Unit } from '#src/domain/calendar.ts'
import { previousRange, rangeOf } from '#src/domain/time-range.ts'
import type { PeriodChoice } from '#src/domain/time-range.ts'
import { autoUnit } from '#src/domain/time-units.ts'
import type { UnitChoice } from '#src/domain/time-units.ts'
import { formatOffset, offsetMinutes } from '#src/domain/zone.ts'
import type { GraphQuery } from '#src/wire/analytics.ts'

/** The selected filters that the requests of Home depend on. `minDate` is the only instant. */
export interface HomeSelection extends PeriodChoice {
  unit: UnitChoice
  /** The selected projects that exist. */
  projects: readonly string[]
  /** Start of "all", in milliseconds; null while unknown. */
  minDate: number | null
  /** The IANA zone of the day boundaries. */
  zone: string
}

/** A selection resolved at one time. It is stored with its result, and charts are always drawn from it. */
export interface ResolvedQuery {
  range: TimeRange
  /** Never "auto". */
  unit: Unit
  zone: string
  projects: readonly string[]
  /** The page's frozen now that the range ends at or is relative to, in milliseconds. */
  asOf: number
}

export interface GraphRequest {
  resolvedQuery: ResolvedQuery
  query: GraphQuery
}

function toRequest(selection: HomeSelection, range: TimeRange, asOf: number): GraphRequest {
  const { unit, zone, projects } = selection
  return {
    resolvedQuery: {
      range,
      unit: unit === 'auto' ? autoUnit(range, zone) : unit,
      zone,
      projects,
      asOf,
    },
    query: {
      start_date: new Date(range.start).toISOString(),
      end_date: new Date(range.end).toISOString(),
      projects: [...projects],
      // The offset at the range's end, for servers without zone support.
      timezone: formatOffset(offsetMinutes(range.end, zone)),
      tz: zone,
      ...(unit === 'auto' ? {} : { unit }),
    },
  }
}

/**
 * Maps the selection to the request, at the frozen `now` in milliseconds.
 * Null without projects and while the range is unknown.
 */
export function toGraphRequest(selection: HomeSelection, now: number): GraphRequest | null {
  const range =
    selection.projects.length > 0
      ? rangeOf(selection, now, selection.minDate, selection.zone)
      : null
  return range && toRequest(selection, range, now)
}

/** The same for the previous period; null if the period has none. */
export function toPreviousRequest(selection: HomeSelection, now: number): GraphRequest | null {
  const current = toGraphRequest(selection, now)
  if (!current) return null
  const range = previousRange(selection, current.resolvedQuery.range, now, selection.zone)
  // The unit of the range on screen, so that both have the same buckets.
  return range && toRequest({ ...selection, unit: current.resolvedQuery.unit }, range, now)
}
