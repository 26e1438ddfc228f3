// Writes src/domain/countries/country-data.ts from country-locale-map, with only the fields that the app shows
// or matches; currencies, languages and coordinates would make it larger.
// Run it after each update of that package: node scripts/country-data.mjs
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const { getAllCountries } = createRequire(import.meta.url)('country-locale-map')

/** @type {{ alpha2: string, alpha3: string, name: string, alternate_names?: string[] }[]} */
const countries = getAllCountries()
const lines = countries
  .map(({ alpha2, alpha3, name, alternate_names: others = [] }) =>
    [alpha2, alpha3, name, ...others].join('|'),
  )
  .toSorted()

writeFileSync(
  new URL('../src/domain/countries/country-data.ts', import.meta.url),
  `/** Written by scripts/country-data.mjs. One country per line: alpha-2, alpha-3, name, other names. */
export const COUNTRY_LINES = \`
${lines.join('\n')}
\`
`,
)
