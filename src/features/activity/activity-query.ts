import { rangeOf, type PeriodChoice } from '#src/domain/time/time-range.ts'
import { PERIODS, type Period } from '#src/domain/time/time-units.ts'
import { deviceZone } from '#src/domain/time/zone.ts'
import type { Query } from '#src/session/address.ts'
import { serverNow } from '#src/state/clock.ts'
import type { AuditExportQuery } from '#src/wire/audit.ts'

/** What the page is filtered by, except for its projects. */
export interface ActivityFilters {
  q: string | null
  /** The id of an account. */
  actor: string | null
  action: readonly string[]
  object: string | null
  objectId: string | null
  period: PeriodChoice
}

/**
 * The filters as the key of a list: the period stays as it was selected, so that a list of the device
 * is found again on another day.
 */
export function toActivitySearch(now: ActivityFilters): Query {
  const { period, customStart, customEnd } = now.period
  return {
    q: now.q,
    actor: now.actor,
    action: now.action,
    object: now.object,
    object_id: now.objectId,
    period: period === 'all' ? null : period,
    ...(period === 'custom' ? { customStart, customEnd } : {}),
  }
}

const textOf = (value: Query[string]) => (typeof value === 'string' ? value : undefined)
const isPeriod = (value: unknown): value is Period => PERIODS.some((period) => period === value)

/** The request of a search at the time `now` (epoch ms): a rolling period is resolved then. */
export function toActivityQuery(
  search: Query,
  now: number = serverNow(),
): Omit<AuditExportQuery, 'projects'> {
  const { period, action } = search
  const range = isPeriod(period)
    ? rangeOf(
        {
          period,
          customStart: textOf(search['customStart']) ?? null,
          customEnd: textOf(search['customEnd']) ?? null,
        },
        now,
        null,
        deviceZone(),
      )
    : null
  const optional = {
    q: textOf(search['q']),
    actor: textOf(search['actor']),
    object: textOf(search['object']),
    object_id: textOf(search['object_id']),
    from: range === null ? undefined : new Date(range.start).toISOString(),
    // A rolling period has no end, so that newer entries belong to it.
    to: range === null || period !== 'custom' ? undefined : new Date(range.end).toISOString(),
  }
  return {
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)),
    action: typeof action === 'object' && action !== null ? [...action] : [],
  }
}
