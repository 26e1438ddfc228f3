import type Fuse from 'fuse.js'
import { matchedRange, type Range } from './emphasis.ts'

/** Something found by its name: a page, an action, a project. */
export interface Named {
  title: string
  /** Further words that find it. */
  words?: string
}

export interface NamedMatch<T> {
  item: T
  /** The letters of the title that match. */
  ranges: readonly Range[]
}

/** A shorter text matches too much to allow for typing errors. */
const MIN_FUZZY_LENGTH = 4
const FUZZY = {
  keys: ['title', 'words'],
  threshold: 0.3,
  ignoreLocation: true,
  includeMatches: true,
  minMatchCharLength: 2,
}

/**
 * The items whose name matches, the best first: at the start of the name, at the start of a word,
 * within a word, in the further words, and with a typing error. Otherwise in their own order.
 * @param fuzzy null while it is not loaded: typing errors then find nothing
 */
export function namedMatches<T extends Named>(
  items: readonly T[],
  typed: string,
  fuzzy: typeof Fuse | null,
): NamedMatch<T>[] {
  const ranked = items.flatMap((item) => {
    const rank = rankOf(item, typed)
    return rank === null ? [] : [{ item, ...rank }]
  })
  const exact = ranked.toSorted((a, b) => a.rank - b.rank)
  if (fuzzy === null || typed.length < MIN_FUZZY_LENGTH) return exact
  const rest = items.filter((item) => !exact.some((match) => match.item === item))
  const near = new fuzzy(rest, FUZZY).search(typed).map(({ item, matches = [] }) => ({
    item,
    ranges: matches
      .filter(({ key }) => key === 'title')
      // Fuse includes the end.
      .flatMap(({ indices }) => indices.map(([start, end]): Range => [start, end + 1]))
      .filter(([start, end]) => end - start > 1),
  }))
  return [...exact, ...near]
}

function rankOf({ title, words = '' }: Named, typed: string) {
  const range = matchedRange(title, typed)
  if (range !== null) {
    const isWordStart = range[0] === 0 || !/[\p{L}\p{N}]/u.test(title.charAt(range[0] - 1))
    return { rank: range[0] === 0 ? 0 : isWordStart ? 1 : 2, ranges: [range] }
  }
  return matchedRange(words, typed) === null ? null : { rank: 3, ranges: [] }
}
