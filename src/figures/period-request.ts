import type { TimeRange, Unit } from '#src/domain/time/calendar.ts'
import { previousRange, rangeOf } from '#src/domain/time/time-range.ts'
import type { PeriodChoice } from '#src/domain/time/time-range.ts'
import { autoUnit } from '#src/domain/time/time-units.ts'
import type { UnitChoice } from '#src/domain/time/time-units.ts'
import { formatOffset, offsetMinutes } from '#src/domain/time/zone.ts'
import type { GraphQuery, RangeQuery } from '#src/wire/analytics.ts'

/** The selected filters that figures depend on. `minDate` is the only instant. */
export interface PeriodSelection extends PeriodChoice {
  unit: UnitChoice
  /** The selected projects that exist. */
  projects: readonly string[]
  /** Start of "all", in milliseconds; null while unknown. */
  minDate: number | null
  /** The IANA zone of the day boundaries. */
  zone: string
}

/** A selection resolved at one time. It is stored with its figures, and charts are always drawn from it. */
export interface ResolvedQuery {
  range: TimeRange
  /** Never "auto". */
  unit: Unit
  zone: string
  projects: readonly string[]
  /** The page's frozen now that the range ends at or is relative to, in milliseconds. */
  asOf: number
}

export interface PeriodRequest {
  resolvedQuery: ResolvedQuery
  /** For calls without a unit. */
  rangeQuery: RangeQuery
  /** The same with the unit, unless the server selects it. */
  query: GraphQuery
}

function toRequest(selection: PeriodSelection, range: TimeRange, asOf: number): PeriodRequest {
  const { unit, zone, projects } = selection
  const rangeQuery = {
    start_date: new Date(range.start).toISOString(),
    end_date: new Date(range.end).toISOString(),
    projects: [...projects],
    // The offset at the range's end, for servers without zone support.
    timezone: formatOffset(offsetMinutes(range.end, zone)),
    tz: zone,
  }
  return {
    resolvedQuery: {
      range,
      unit: unit === 'auto' ? autoUnit(range, zone) : unit,
      zone,
      projects,
      asOf,
    },
    rangeQuery,
    query: unit === 'auto' ? rangeQuery : { ...rangeQuery, unit },
  }
}

/**
 * Maps the selection, or its previous period, to the request at the frozen `now` in milliseconds.
 * Null without projects, while the range is unknown, and if the period has no previous one.
 */
export function toPeriodRequest(
  selection: PeriodSelection,
  now: number,
  isPrevious = false,
): PeriodRequest | null {
  const { zone, minDate, projects } = selection
  const range = projects.length > 0 ? rangeOf(selection, now, minDate, zone) : null
  const current = range && toRequest(selection, range, now)
  if (!isPrevious || !current) return current
  const before = previousRange(selection, current.resolvedQuery.range, now, zone)
  // The unit of the range on screen, so that both have the same buckets.
  return before && toRequest({ ...selection, unit: current.resolvedQuery.unit }, before, now)
}
