import Fuse from 'fuse.js/min-basic'
import { lettersOf, missingLetters } from '#src/domain/edit-distance.ts'
import type { Metric } from './graph-series.ts'
import { compareNames } from './ranked-rows.ts'
import type { RankedRow } from './ranked-rows.ts'

export type SortKey = 'label' | Metric | 'share'

export interface Sorting {
  key: SortKey
  isDescending: boolean
}

/** Loose enough for a typing error, tight enough that a whole word finds only itself. */
const SEARCH_THRESHOLD = 0.3
/** Near spellings cost time with every letter: longer texts and labels are searched as they are. */
const MAX_FUZZY_TEXT = 32
const MAX_FUZZY_LABEL = 60

const fieldsOf = ({ label, detail, code }: RankedRow) => [label, detail ?? '', code ?? '']

/**
 * Rows whose label, second line or code holds the text or comes close to it; all of them for an
 * empty one. Thousands of long labels take no longer than a frame or two: few are compared closely.
 */
export function searchRows(rows: readonly RankedRow[], text: string): readonly RankedRow[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return rows
  const near = nearRows(rows, wanted)
  return rows.filter(
    (row) => near.has(row) || fieldsOf(row).some((field) => field.toLowerCase().includes(wanted)),
  )
}

/** Rows that could be within the allowed typing errors of a text, by their letters. */
export function nearCandidates(rows: readonly RankedRow[], wanted: string): RankedRow[] {
  const errors = Math.floor(wanted.length * SEARCH_THRESHOLD)
  if (errors === 0 || wanted.length > MAX_FUZZY_TEXT) return []
  const letters = lettersOf(wanted)
  return rows.filter((row) =>
    fieldsOf(row).some(
      (field) =>
        field.length <= MAX_FUZZY_LABEL &&
        missingLetters(letters, lettersOf(field.toLowerCase())) <= errors,
    ),
  )
}

function nearRows(rows: readonly RankedRow[], wanted: string): ReadonlySet<RankedRow> {
  const candidates = nearCandidates(rows, wanted)
  if (candidates.length === 0) return new Set()
  const fuse = new Fuse(candidates, {
    keys: ['label', 'detail', 'code'],
    threshold: SEARCH_THRESHOLD,
    ignoreLocation: true,
  })
  return new Set(fuse.search(wanted).map(({ item }) => item))
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
    const order = by === 'label' ? compareNames(a, b) : a[by] - b[by]
    return sign * order || compareNames(a, b)
  })
}

/** A click on a column's head: figures start with the largest, labels with A; again turns it round. */
export function nextSorting(now: Sorting, key: SortKey): Sorting {
  return key === now.key
    ? { key, isDescending: !now.isDescending }
    : { key, isDescending: key !== 'label' }
}
