import { bucketStarts } from '#src/domain/buckets.ts'
import { sumUsd } from '#src/domain/money.ts'
import { sumOf } from './graph-series.ts'
import type { GraphItem, Sums } from './graph-series.ts'
import type { ResolvedQuery } from './graph-query.ts'
import type { Result } from './queries.ts'

/** What has come in since the figures that this device knew when the page began. */
export interface News {
  amount: number
  count: number
  /** When those figures were fetched, in milliseconds. */
  since: number
}

/** Figures as they were known at one moment. */
export interface Visit {
  summary: Result<Sums>
  /** The same purchases by bucket, if they are known as of the same moment. */
  records: Result<GraphItem> | undefined
  /** When they were fetched, in milliseconds. */
  at: number
}

/** Whether what came in can be told from two answers: of one question, the range not moved back. */
export function areComparable(now: ResolvedQuery, before: ResolvedQuery): boolean {
  return (
    now.asOf > before.asOf &&
    now.zone === before.zone &&
    now.range.start >= before.range.start &&
    now.projects.length === before.projects.length &&
    now.projects.every((project) => before.projects.includes(project))
  )
}

/**
 * What of the earlier figures the later range still holds. Null when nobody can tell: a rolling
 * period has moved on to the middle of a bucket.
 */
function stillIn(
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

/** The difference of two looks at one question; null when nothing has come in. */
export function newsOf(now: Result<Sums>, before: Visit): News | null {
  if (!areComparable(now.resolvedQuery, before.summary.resolvedQuery)) return null
  const known = stillIn(now.resolvedQuery.range.start, before)
  if (known === null) return null
  const { amount, count } = sumsOf(now.items)
  const come = count - known.count
  return come > 0
    ? { amount: sumUsd([amount, -known.amount]), count: come, since: before.at }
    : null
}
