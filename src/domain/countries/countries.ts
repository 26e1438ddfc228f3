/**
 * Countries by code or name. Servers send alpha-2 codes, alpha-3 codes and names (contract,
 * Analytics). All three map to one country; other labels stay unchanged.
 */
import { COUNTRY_LINES } from './country-data.ts'

export interface Country {
  alpha2: string
  alpha3: string
  name: string
  /** The name and all other names. */
  names: readonly string[]
}

export const COUNTRIES: readonly Country[] = COUNTRY_LINES.trim()
  .split('\n')
  .map((line) => {
    const [alpha2 = '', alpha3 = '', ...names] = line.split('|')
    // The shortest name fits narrow rows: "United States", not "… of America".
    const name = names.toSorted((a, b) => a.length - b.length)[0] ?? alpha2
    return { alpha2, alpha3, name, names }
  })

const exact = new Map<string, Country>()
for (const country of COUNTRIES) {
  for (const key of [country.alpha2, country.alpha3, ...country.names]) {
    exact.set(key.toLowerCase(), country)
  }
}

/** Finds a country by its code (2 or 3 letters) or exact name, in any case. */
export function findCountry(label: string): Country | null {
  return exact.get(label.trim().toLowerCase()) ?? null
}

/**
 * The labels that are neither a code nor a country's own name. Only these need the search among other
 * names and similar spellings (country-matching.ts), which is loaded lazily.
 */
export function unnamedLabels(labels: Iterable<string>): Set<string> {
  const unnamed = new Set(labels)
  for (const label of unnamed) {
    const text = label.trim().toLowerCase()
    if (text === '' || text === 'unknown' || findCountry(label)) unnamed.delete(label)
  }
  return unnamed
}
