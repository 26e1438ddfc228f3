import { previousRange, rangeOf } from '#src/domain/time-range.ts'
import type { PeriodChoice, TimeRange } from '#src/domain/time-range.ts'
import { autoUnit } from '#src/domain/time-units.ts'
import type { Unit, UnitChoice } from '#src/domain/time-units.ts'
import { formatOffset, offsetMinutes } from '#src/domain/zone.ts'
import type { GraphQuery } from '#src/wire/analytics.ts'

/** All that the calls of Home depend on, as it was chosen: no instant but the earliest one. */
export interface HomeSelection extends PeriodChoice {
  unit: UnitChoice
  /** The selected projects that exist. */
  projects: readonly string[]
  /** Where "all" starts, in milliseconds; null while it is not known. */
  minDate: number | null
  /** The IANA zone in which days are cut. */
  zone: string
}

/** One call's terms, kept with its answer: an answer is drawn by the terms that it was asked on. */
export interface ResolvedQuery {
  range: TimeRange
  /** What "auto" stood for. */
  unit: Unit
  zone: string
  projects: readonly string[]
  /** The frozen now that the range was made from. */
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
      // The offset of the range's end, for servers that know no zones.
      timezone: formatOffset(offsetMinutes(range.end, zone)),
      tz: zone,
      ...(unit === 'auto' ? {} : { unit }),
    },
  }
}

/**
 * Screen state to request: what Home asks for, seen from the frozen `now` (milliseconds).
 * Null while there is nothing to ask: no project, or a range that is not known yet.
 */
export function toGraphRequest(selection: HomeSelection, now: number): GraphRequest | null {
  const range =
    selection.projects.length > 0
      ? rangeOf(selection, now, selection.minDate, selection.zone)
      : null
  return range && toRequest(selection, range, now)
}

/** The same for the period that a comparison is made with; null where there is none. */
export function toPreviousRequest(selection: HomeSelection, now: number): GraphRequest | null {
  const current = toGraphRequest(selection, now)
  if (!current) return null
  const range = previousRange(selection, current.resolvedQuery.range, now, selection.zone)
  // The unit of the range on screen, so that bars stand beside their like.
  return range && toRequest({ ...selection, unit: current.resolvedQuery.unit }, range, now)
}
