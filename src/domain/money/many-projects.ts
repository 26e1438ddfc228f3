/** If there are more projects than this, not all are named in a small space. */
export const MAX_NAMED_PROJECTS = 8
/** The number of named projects then; a button or a row represents the others. */
export const NAMED_PROJECTS = 7

/** The items with the largest values, and the others; both in descending order, ties in input order. */
export function largest<T>(
  items: readonly T[],
  limit: number,
  valueOf: (item: T) => number,
): { shown: T[]; others: T[] } {
  const sorted = items.toSorted((a, b) => valueOf(b) - valueOf(a))
  return { shown: sorted.slice(0, limit), others: sorted.slice(limit) }
}
