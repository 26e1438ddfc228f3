import Fuse from 'fuse.js/min-basic'
import type { Metric } from './graph-series.ts'
import type { RankedRow } from './ranked-rows.ts'

export type SortKey = 'label' | Metric | 'share'

export interface Sorting {
  key: SortKey
  isDescending: boolean
}

/** Loose enough for a typing error, tight enough that a whole word finds only itself. */
const SEARCH_THRESHOLD = 0.3

/** Rows whose label, second line or code is like the text; all of them for an empty one. */
export function searchRows(rows: readonly RankedRow[], text: string): readonly RankedRow[] {
  const wanted = text.trim()
  if (wanted === '') return rows
  const fuse = new Fuse(rows, {
    keys: ['label', 'detail', 'code'],
    threshold: SEARCH_THRESHOLD,
    ignoreLocation: true,
  })
  const found = new Set(fuse.search(wanted).map(({ item }) => item))
  return rows.filter((row) => found.has(row))
}

/** Sorted by one column; rows that are equal in it stay in the order of their label. */
export function sortRows(
  rows: readonly RankedRow[],
  { key, isDescending }: Sorting,
  metric: Metric,
): RankedRow[] {
  const sign = isDescending ? -1 : 1
  const by = key === 'share' ? metric : key
  return rows.toSorted((a, b) => {
    const order = by === 'label' ? compareLabels(a, b) : a[by] - b[by]
    return sign * order || compareLabels(a, b)
  })
}

function compareLabels(a: RankedRow, b: RankedRow): number {
  return a.label.localeCompare(b.label) || (a.detail ?? '').localeCompare(b.detail ?? '')
}

/** A click on a column's head: figures start with the largest, labels with A; again turns it round. */
export function nextSorting(now: Sorting, key: SortKey): Sorting {
  return key === now.key
    ? { key, isDescending: !now.isDescending }
    : { key, isDescending: key !== 'label' }
}
