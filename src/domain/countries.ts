/**
 * Countries by code or by name. Servers send alpha-2 codes, alpha-3 codes and names (contract,
 * Analytics); all three become one country, and what is none of them stays as it came.
 */
import { COUNTRY_LINES } from './country-data.ts'

export interface Country {
  alpha2: string
  alpha3: string
  name: string
  /** The name and every other name that it is known by. */
  names: readonly string[]
}

/** A name matches from this score on, of 100 (spec 3). */
const MIN_MATCH_SCORE = 60
/** Shorter strings are codes, not names to guess at (decisions 9). */
const MIN_FUZZY_LENGTH = 4

export const COUNTRIES: readonly Country[] = COUNTRY_LINES.trim()
  .split('\n')
  .map((line) => {
    const [alpha2 = '', alpha3 = '', ...names] = line.split('|')
    // The shortest name reads best in a narrow row: "United States", not "… of America".
    const name = names.toSorted((a, b) => a.length - b.length)[0] ?? alpha2
    return { alpha2, alpha3, name, names }
  })

const exact = new Map<string, Country>()
for (const country of COUNTRIES) {
  for (const key of [country.alpha2, country.alpha3, ...country.names]) {
    exact.set(key.toLowerCase(), country)
  }
}

/** The country of a code (2 or 3 letters) or of a name that is written as we know it. */
export function findCountry(label: string): Country | null {
  return exact.get(label.trim().toLowerCase()) ?? null
}

/** Fuse.js scores 0 for perfect and 1 for nothing alike; the product counts the other way, to 100. */
export function matchScore(fuseScore: number): number {
  return Math.round((1 - fuseScore) * 100)
}

interface NameEntry {
  name: string
  country: Country
}

/** Loads the search: most answers hold nothing but codes and never need it. */
async function openSearch(): Promise<(label: string) => Country | null> {
  const { default: Fuse } = await import('fuse.js/min-basic')
  const entries: NameEntry[] = COUNTRIES.flatMap((country) =>
    country.names.map((name) => ({ name, country })),
  )
  const fuse = new Fuse(entries, {
    keys: ['name'],
    includeScore: true,
    // Wider than the rule, so that the rule below decides.
    threshold: 0.5,
  })
  return (label) => {
    const best = fuse.search(label, { limit: 1 })[0]
    return best && matchScore(best.score ?? 1) >= MIN_MATCH_SCORE ? best.item.country : null
  }
}

let search: ReturnType<typeof openSearch> | undefined

/**
 * The countries of labels that are not written as we know them but are close to a name
 * ("Germny"), by label. Codes, known names and what is like no country are left out.
 */
export async function matchCountries(labels: Iterable<string>): Promise<Map<string, Country>> {
  const matches = new Map<string, Country>()
  for (const label of new Set(labels)) {
    const text = label.trim()
    if (text.length < MIN_FUZZY_LENGTH || findCountry(text)) continue
    // One search for all labels; only the first of them waits for it to load.
    search ??= openSearch().catch((error: unknown) => {
      // The next answer asks for it anew.
      search = undefined
      throw error
    })
    const country = (await search)(text)
    if (country) matches.set(label, country)
  }
  return matches
}
