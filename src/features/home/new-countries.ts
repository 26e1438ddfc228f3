import type { RankedItem } from '#src/domain/ranked-rows.ts'
import { byCountry } from '#src/domain/ranked-rules.ts'
import type { Result } from './queries.ts'
import { areComparable } from './since-last-visit.ts'

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
