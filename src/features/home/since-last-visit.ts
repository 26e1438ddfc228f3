import { sumUsd } from '#src/domain/money/money.ts'
import type { Sums, RankedItem } from '#src/domain/money/ranked-rows.ts'
import { byCountry } from '#src/domain/money/ranked-rules.ts'
import { bucketStarts } from '#src/domain/time/buckets.ts'
import type { Result } from '#src/features/home/cards/queries.ts'
import { sumOf } from '#src/features/home/graph/graph-series.ts'
import type { GraphItem } from '#src/features/home/graph/graph-series.ts'
import type { ResolvedQuery } from '#src/figures/period-request.ts'

/** Purchases since the previous visit. */
export interface News {
  amount: number
  count: number
  /** When the figures of the previous visit were fetched, in milliseconds. */
  since: number
}

/** The figures of a visit. */
export interface Visit {
  summary: Result<Sums>
  /** The same purchases by bucket, if there is a result with the same `asOf`. */
  records: Result<GraphItem> | undefined
  /** When they were fetched, in milliseconds. */
  at: number
}

/** Whether two results can be subtracted: the same zone and projects, a later range. */
function areComparable(now: ResolvedQuery, before: ResolvedQuery): boolean {
  return (
    now.asOf > before.asOf &&
    now.zone === before.zone &&
    now.range.start >= before.range.start &&
    now.projects.length === before.projects.length &&
    now.projects.every((project) => before.projects.includes(project))
  )
}

/**
 * The part of the earlier figures that is within the later range, which begins at `start`. Null if that
 * is in the middle of a bucket, as for a rolling period.
 */
function stillInRange(
  start: number,
  { summary, records }: Visit,
): { amount: number; count: number } | null {
  if (summary.resolvedQuery.range.start === start) return sumsOf(summary.items)
  if (records?.resolvedQuery.asOf !== summary.resolvedQuery.asOf) return null
  const { range, unit, zone } = records.resolvedQuery
  if (!bucketStarts(range, unit, zone).includes(start)) return null
  return sumsOf(records.items.filter(({ at }) => at >= start))
}

const sumsOf = (items: readonly Sums[]) => ({
  amount: sumOf(items, 'amount'),
  count: sumOf(items, 'count'),
})

/** The difference of two visits; null if there are no new purchases or the visits are not comparable. */
export function newsOf(now: Result<Sums>, before: Visit): News | null {
  if (!areComparable(now.resolvedQuery, before.summary.resolvedQuery)) return null
  const earlier = stillInRange(now.resolvedQuery.range.start, before)
  if (earlier === null) return null
  const { amount, count } = sumsOf(now.items)
  const added = count - earlier.count
  return added > 0
    ? { amount: sumUsd([amount, -earlier.amount]), count: added, since: before.at }
    : null
}

/** Names of the countries with a purchase, by country key. */
function countriesIn({ items }: Result<RankedItem>): Map<string, string> {
  const rows = items.filter(({ count }) => count > 0).map((item) => byCountry.nameOf(item))
  return new Map(rows.filter(({ isUnknown }) => !isUnknown).map(({ key, label }) => [key, label]))
}

/**
 * Names of the countries with a first purchase since the previous visit, in alphabetical order.
 * Different spellings are the same country.
 */
export function newCountries(now: Result<RankedItem>, before: Result<RankedItem>): string[] {
  if (!areComparable(now.resolvedQuery, before.resolvedQuery)) return []
  const previous = countriesIn(before)
  return [...countriesIn(now)]
    .filter(([key]) => !previous.has(key))
    .map(([, name]) => name)
    .toSorted((a, b) => a.localeCompare(b))
}
