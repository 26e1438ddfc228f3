/** More projects than this are not all named where room is short. */
export const MAX_NAMED_PROJECTS = 8
/** So many of them are named then; a button, a row or a line stands for the others. */
export const NAMED_PROJECTS = 7

/** The items of the greatest values, and the others; both from the greatest down, ties as they came. */
export function largest<T>(
  items: readonly T[],
  limit: number,
  valueOf: (item: T) => number,
): { shown: T[]; others: T[] } {
  const sorted = items.toSorted((a, b) => valueOf(b) - valueOf(a))
  return { shown: sorted.slice(0, limit), others: sorted.slice(limit) }
}
