import Fuse from 'fuse.js/min-basic'
import type { Metric } from '#src/domain/money/ranked-rows.ts'
import { compareNames } from '#src/domain/money/ranked-rows.ts'
import type { RankedRow } from '#src/domain/money/ranked-rows.ts'
import { lettersOf, missingLetters } from '#src/domain/text/edit-distance.ts'

export type SortKey = 'label' | Metric | 'share'

export interface Sorting {
  key: SortKey
  isDescending: boolean
}

/** Allows a typing error, but a whole word matches only itself. */
const SEARCH_THRESHOLD = 0.3
/** Fuzzy search is slow for long strings: longer texts and labels are matched exactly. */
const MAX_FUZZY_TEXT = 32
const MAX_FUZZY_LABEL = 60

const fieldsOf = ({ label, detail, code }: RankedRow) => [label, detail ?? '', code ?? '']

/**
 * Rows whose label, second line or code contains the text or is similar to it; all rows for an empty
 * text. Only candidates by letters are compared fuzzily, so that thousands of rows take a frame or two.
 */
export function searchRows(rows: readonly RankedRow[], text: string): readonly RankedRow[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return rows
  const near = nearRows(rows, wanted)
  return rows.filter(
    (row) => near.has(row) || fieldsOf(row).some((field) => field.toLowerCase().includes(wanted)),
  )
}

/** Rows whose letters are within the allowed typing errors of a text. */
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

/** Sorted by one column, then by label. */
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

/** The sorting after a click on a column head: figures descend first, labels ascend; a second click reverses. */
export function nextSorting(now: Sorting, key: SortKey): Sorting {
  return key === now.key
    ? { key, isDescending: !now.isDescending }
    : { key, isDescending: key !== 'label' }
}
