import Fuse from 'fuse.js/min-basic'
import { editDistance, lettersOf, mayBeWithin } from '#src/domain/text/edit-distance.ts'
import type { Letters } from '#src/domain/text/edit-distance.ts'
import { COUNTRIES } from './countries.ts'
import type { Country } from './countries.ts'
import { foldName, nameKey } from './country-name-keys.ts'
import { COUNTRY_NAME_LINES, NO_COUNTRY_NAMES } from './country-names.ts'

/** Decisions 4: the thresholds for a label that is not an exact name. */
const MIN_MATCH_SCORE = 60
const MIN_SIMILARITY = 0.8
const MIN_LEAD = 0.1
/** Shorter labels are codes and longer ones are not names: neither is matched by similarity. */
const MIN_FUZZY_LENGTH = 4
const MAX_FUZZY_LENGTH = 60
/** Shorter other names ("Siam", "Wales") are one letter away from too many words. */
const MIN_OTHER_LENGTH = 7
/** No name of a country is longer in any spelling. */
const MAX_EXACT_LENGTH = 160
/** The size of the cache: some megabytes. */
const MAX_CACHED = 20_000
/** The page needs the rest of a frame's 16 ms. */
const SLICE_MS = 8
const FRAME_MS = 16
/** Floating-point differences such as 0.9 − 0.8 are not exact. */
const ROUNDING = 1e-9

interface Name {
  text: string
  letters: Letters
  /** Null for a region, city or word that resembles a country's name. */
  country: Country | null
}

interface Candidate {
  name: Name
  similarity: number
}

/** Converts a Fuse.js score (0 is perfect, 1 is no match) to 0 to 100, where 100 is perfect. */
export function matchScore(fuseScore: number): number {
  return Math.round((1 - fuseScore) * 100)
}

/** The Fuse.js score of two names, 0 to 100. */
function scoreOf(name: string, label: string): number {
  const fuse = new Fuse([name], { includeScore: true, threshold: 0.5 })
  return matchScore(fuse.search(label)[0]?.score ?? 1)
}

/**
 * Matches labels with all names of countries: first names that differ only in case, accents,
 * punctuation and word order, then a similar name, if only one country has one.
 */
class CountryMatcher {
  /** The number of names compared letter by letter, a measure of work. */
  comparisons = 0
  readonly #exact = new Map<string, Country | null>()
  readonly #byLength = new Map<number, Name[]>()
  /** The cache of labels. */
  readonly #matched = new Map<string, Country | null>()

  /** @throws Error if the name already belongs to another country */
  add(name: string, country: Country | null): void {
    const text = foldName(name)
    const key = nameKey(text)
    if (this.#exact.has(key) && this.#exact.get(key) !== country)
      throw new Error(`Two countries have the name ${name}`)
    this.#exact.set(key, country)
    const isOwnName = country === null || country.names.includes(name)
    if (!isOwnName && text.length < MIN_OTHER_LENGTH) return
    const names = this.#byLength.get(text.length) ?? []
    if (names.some((other) => other.text === text)) return
    names.push({ text, letters: lettersOf(text), country })
    this.#byLength.set(text.length, names)
  }

  /** The country of a label, or null if it is not certain: no country is better than a wrong one. */
  match(label: string): Country | null {
    if (label.length > MAX_EXACT_LENGTH) return null
    const cached = this.#matched.get(label)
    if (cached !== undefined) return cached
    const country = this.#find(label.trim())
    if (this.#matched.size >= MAX_CACHED) this.#matched.clear()
    this.#matched.set(label, country)
    return country
  }

  #find(trimmed: string): Country | null {
    const text = foldName(trimmed)
    const exact = this.#exact.get(nameKey(text))
    if (exact !== undefined) return exact
    if (trimmed.length < MIN_FUZZY_LENGTH || trimmed.length > MAX_FUZZY_LENGTH) return null
    return this.#findSimilar(text)
  }

  #findSimilar(text: string): Country | null {
    const letters = lettersOf(text)
    const best = this.#closest(text, letters, MIN_SIMILARITY, (name) => name.country !== null)
    if (!best) return null
    const { name, similarity } = best
    const isOther = ({ country }: Name) => country !== null && country !== name.country
    if (this.#closest(text, letters, similarity - MIN_LEAD, isOther)) return null
    const isNone = ({ country }: Name) => country === null
    const none = this.#closest(text, letters, similarity, isNone)
    if (none && none.similarity > similarity) return null
    return scoreOf(name.text, text) >= MIN_MATCH_SCORE ? name.country : null
  }

  /** The most similar name with at least the similarity `from`. */
  #closest(
    text: string,
    letters: Letters,
    from: number,
    isIncluded: (name: Name) => boolean,
  ): Candidate | null {
    let best: Candidate | null = null
    let least = from
    const shortest = Math.ceil(text.length * from - ROUNDING)
    const longest = Math.floor(text.length / from + ROUNDING)
    for (let length = shortest; length <= longest; length++) {
      const whole = Math.max(length, text.length)
      for (const name of this.#byLength.get(length) ?? []) {
        const limit = Math.floor((1 - least) * whole + ROUNDING)
        if (!mayBeWithin(letters, name.letters, limit) || !isIncluded(name)) continue
        this.comparisons++
        const edits = editDistance(text, name.text, limit)
        const similarity = 1 - edits / whole
        if (edits > limit || (best && similarity <= best.similarity)) continue
        best = { name, similarity }
        least = Math.max(least, similarity)
      }
    }
    return best
  }
}

/** Every name of a country, and the names that belong to no country. */
function* everyName(): Generator<[name: string, country: Country | null]> {
  const byCode = new Map(COUNTRIES.map((country) => [country.alpha2, country]))
  for (const country of COUNTRIES) for (const name of country.names) yield [name, country]
  for (const line of COUNTRY_NAME_LINES.trim().split('\n')) {
    const [code = '', ...names] = line.split('|')
    const country = byCode.get(code)
    if (!country) throw new Error(`No country ${code}`)
    for (const name of names) yield [name, country]
  }
  for (const name of NO_COUNTRY_NAMES.trim().split(/[|\n]/)) yield [name, null]
}

/** How work is spread over frames: the clock, the pause, and the start of the current slice. */
export interface Pace {
  now: () => number
  pause: () => Promise<void>
  start: number
}

const FRAMES: Pace = {
  now: () => performance.now(),
  pause: () => new Promise((resolve) => setTimeout(resolve, FRAME_MS)),
  start: -Infinity,
}

/** Processes a list for at most 8 ms a frame, shared by all lists of the same pace. */
async function inSlices<T>(items: Iterable<T>, pace: Pace, work: (item: T) => void): Promise<void> {
  for (const item of items) {
    while (pace.now() - pace.start >= SLICE_MS) {
      if (pace.now() - pace.start < FRAME_MS) await pace.pause()
      else pace.start = pace.now()
    }
    work(item)
  }
}

/** A matcher with all names. */
export async function openMatcher(pace: Pace = FRAMES): Promise<CountryMatcher> {
  const matcher = new CountryMatcher()
  await inSlices(everyName(), pace, ([name, country]) => matcher.add(name, country))
  return matcher
}

let opened: Promise<CountryMatcher> | undefined

/**
 * The countries of labels that are not codes, by label: other names ("Holland") and spellings that are
 * similar to only one country ("Germny"). Labels without a country are absent.
 */
export async function matchCountries(
  labels: Iterable<string>,
  pace: Pace = FRAMES,
): Promise<Map<string, Country>> {
  // One matcher for all calls, so each label is matched once.
  opened ??= openMatcher(pace)
  const matcher = await opened
  const matches = new Map<string, Country>()
  await inSlices(labels, pace, (label) => {
    const country = matcher.match(label)
    if (country) matches.set(label, country)
  })
  return matches
}
