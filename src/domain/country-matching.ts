import Fuse from 'fuse.js/min-basic'
import { COUNTRIES } from './countries.ts'
import type { Country } from './countries.ts'
import { COUNTRY_NAME_LINES, NO_COUNTRY_NAMES } from './country-names.ts'
import { foldName, nameKey } from './country-spelling.ts'
import { editDistance, lettersOf, mayBeWithin } from './edit-distance.ts'
import type { Letters } from './edit-distance.ts'

/** Decisions 4: what a label that is no known name must reach. */
const MIN_MATCH_SCORE = 60
const MIN_SIMILARITY = 0.8
const MIN_LEAD = 0.1
/** Shorter labels are codes, longer ones are no names: neither is guessed at. */
const MIN_FUZZY_LENGTH = 4
const MAX_FUZZY_LENGTH = 60
/** Shorter ones of the other names ("Siam", "Wales") are a letter away from too many words. */
const MIN_OTHER_LENGTH = 7
/** No known name is as long, spelt as it may be. */
const MAX_EXACT_LENGTH = 160
/** As many labels are remembered: some megabytes. */
const MAX_KEPT = 20_000
/** The page keeps the larger part of a frame's 16 ms for its own work. */
const SLICE_MS = 8
const FRAME_MS = 16
/** Decimal shares such as 0.9 − 0.8 come out a little beside their value. */
const ROUNDING = 1e-9

interface Name {
  text: string
  letters: Letters
  /** Null: a region, a city or a word that resembles a country's name and is none. */
  country: Country | null
}

interface Guess {
  name: Name
  similarity: number
}

/** Fuse.js scores 0 for perfect and 1 for nothing alike; the product counts the other way, to 100. */
export function matchScore(fuseScore: number): number {
  return Math.round((1 - fuseScore) * 100)
}

/** How alike two names are by Fuse.js, of 100. */
function scoreOf(name: string, label: string): number {
  const fuse = new Fuse([name], { includeScore: true, threshold: 0.5 })
  return matchScore(fuse.search(label)[0]?.score ?? 1)
}

/**
 * Looks labels up among all names of the countries: first for one that differs in nothing but case,
 * accents, punctuation and word order, then for the one that alone is close enough.
 */
class CountryMatcher {
  /** Names that a label was compared with letter by letter: the work that it took. */
  comparisons = 0
  readonly #exact = new Map<string, Country | null>()
  readonly #byLength = new Map<number, Name[]>()
  /** Labels that were looked up before, so that the next answer's cost nothing. */
  readonly #matched = new Map<string, Country | null>()

  /** @throws Error where the name is another country's already */
  add(name: string, country: Country | null): void {
    const text = foldName(name)
    const key = nameKey(text)
    if (this.#exact.has(key) && this.#exact.get(key) !== country)
      throw new Error(`Two countries are called ${name}`)
    this.#exact.set(key, country)
    const isOwnName = country === null || country.names.includes(name)
    if (!isOwnName && text.length < MIN_OTHER_LENGTH) return
    const names = this.#byLength.get(text.length) ?? []
    if (names.some((other) => other.text === text)) return
    names.push({ text, letters: lettersOf(text), country })
    this.#byLength.set(text.length, names)
  }

  /** The country that a label names, or null: a wrong country is worse than an unknown one. */
  match(label: string): Country | null {
    if (label.length > MAX_EXACT_LENGTH) return null
    const before = this.#matched.get(label)
    if (before !== undefined) return before
    const country = this.#find(label.trim())
    if (this.#matched.size >= MAX_KEPT) this.#matched.clear()
    this.#matched.set(label, country)
    return country
  }

  #find(trimmed: string): Country | null {
    const text = foldName(trimmed)
    const known = this.#exact.get(nameKey(text))
    if (known !== undefined) return known
    if (trimmed.length < MIN_FUZZY_LENGTH || trimmed.length > MAX_FUZZY_LENGTH) return null
    return this.#guess(text)
  }

  #guess(text: string): Country | null {
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

  /** The name that is most alike, from a similarity on. */
  #closest(
    text: string,
    letters: Letters,
    from: number,
    isMeant: (name: Name) => boolean,
  ): Guess | null {
    let best: Guess | null = null
    let least = from
    const shortest = Math.ceil(text.length * from - ROUNDING)
    const longest = Math.floor(text.length / from + ROUNDING)
    for (let length = shortest; length <= longest; length++) {
      const whole = Math.max(length, text.length)
      for (const name of this.#byLength.get(length) ?? []) {
        const limit = Math.floor((1 - least) * whole + ROUNDING)
        if (!mayBeWithin(letters, name.letters, limit) || !isMeant(name)) continue
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

/** Every name of a country, and the names that are no country's. */
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

/** The clock that work is measured by, how it waits for the page, and when the present slice began. */
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

/** Works through a list for at most 8 ms a frame, together with all others of the same pace. */
async function inSlices<T>(items: Iterable<T>, pace: Pace, work: (item: T) => void): Promise<void> {
  for (const item of items) {
    while (pace.now() - pace.start >= SLICE_MS) {
      if (pace.now() - pace.start < FRAME_MS) await pace.pause()
      else pace.start = pace.now()
    }
    work(item)
  }
}

/** A matcher that knows every name. */
export async function openMatcher(pace: Pace = FRAMES): Promise<CountryMatcher> {
  const matcher = new CountryMatcher()
  await inSlices(everyName(), pace, ([name, country]) => matcher.add(name, country))
  return matcher
}

let opened: Promise<CountryMatcher> | undefined

/**
 * The countries of labels that are no code, by label: other names ("Holland") and spellings that are
 * close to one country alone ("Germny"). What names no country is left out.
 */
export async function matchCountries(
  labels: Iterable<string>,
  pace: Pace = FRAMES,
): Promise<Map<string, Country>> {
  // One for all answers, so that each label is looked up once.
  opened ??= openMatcher(pace)
  const matcher = await opened
  const matches = new Map<string, Country>()
  await inSlices(labels, pace, (label) => {
    const country = matcher.match(label)
    if (country) matches.set(label, country)
  })
  return matches
}
