import { PAGE_SIZE } from '#src/wire/paging.ts'

/** How the first page of a list differs from the rows that are loaded. */
export interface FirstPageChanges<Row> {
  /** New: not loaded, and not merely after what is loaded. */
  added: readonly Row[]
  /** Loaded, and different now. */
  changed: readonly Row[]
  /** Loaded, and no longer in the list: their record does not match its search any more. */
  left: readonly Row[]
  /** No loaded row is left on the page: there may be more new rows than it holds. */
  isBeyond: boolean
}

/**
 * Compares the first page, as it is now, with the loaded rows. What the page does not reach is unknown
 * and counts as unchanged.
 * @param hasMore whether there are rows after the loaded ones
 */
export function changesOf<Row extends object>(
  first: readonly Row[],
  loaded: readonly Row[],
  idOf: (row: Row) => string,
  hasMore: boolean,
): FirstPageChanges<Row> {
  const before = new Map(loaded.map((row) => [idOf(row), row]))
  const now = new Set(first.map(idOf))
  const last = first.findLastIndex((row) => before.has(idOf(row)))
  const isBeyond = last === -1 && first.length === PAGE_SIZE
  const added = first.filter(
    (row, at) => !before.has(idOf(row)) && (at < last || isBeyond || !hasMore),
  )
  const changed = first.filter((row) => {
    const old = before.get(idOf(row))
    return old !== undefined && JSON.stringify(old) !== JSON.stringify(row)
  })
  // A page that is not full is the whole list; a full one ends with its last row.
  const end =
    first.length < PAGE_SIZE ? loaded.length : loaded.findLastIndex((row) => now.has(idOf(row)))
  const left = loaded.slice(0, Math.max(0, end)).filter((row) => !now.has(idOf(row)))
  return { added, changed, left, isBeyond }
}
