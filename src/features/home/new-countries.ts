import type { Result } from './queries.ts'
import { byCountry } from './ranked-rules.ts'
import type { RankedItem } from './ranked-rows.ts'
import { areComparable } from './since-last-visit.ts'

/** The countries with a purchase, by what makes rows one country. */
function countriesIn({ items }: Result<RankedItem>): Map<string, string> {
  const rows = items.filter(({ count }) => count > 0).map((item) => byCountry.nameOf(item))
  return new Map(rows.filter(({ isUnknown }) => !isUnknown).map(({ key, label }) => [key, label]))
}

/**
 * Names of the countries that have bought since an earlier look and had not bought before it, in
 * alphabetical order. However a country is spelt it is the same one.
 */
export function newCountries(now: Result<RankedItem>, before: Result<RankedItem>): string[] {
  if (!areComparable(now.resolvedQuery, before.resolvedQuery)) return []
  const known = countriesIn(before)
  return [...countriesIn(now)]
    .filter(([key]) => !known.has(key))
    .map(([, name]) => name)
    .toSorted((a, b) => a.localeCompare(b))
}
