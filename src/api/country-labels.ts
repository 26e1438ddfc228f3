import { importWithTimeout } from '#src/session/import-with-timeout.ts'

/**
 * Normalizes the country labels of a response: other names ("Holland") and misspelled ones ("Germny")
 * become the country's code before any row is shown. Any other label stays as it is.
 */
export async function normalizeCountries<Row>(
  response: Record<string, readonly Row[]>,
  labelOf: (row: Row) => string | null | undefined,
): Promise<(label: string | null | undefined) => string | null> {
  const labels = Object.values(response).flatMap((rows) => rows.map((row) => labelOf(row) ?? ''))
  const { unnamedLabels } = await importWithTimeout(import('#src/domain/countries/countries.ts'))
  const unnamed = unnamedLabels(labels)
  if (unnamed.size === 0) return (label) => label ?? null
  const { matchCountries } = await importWithTimeout(
    import('#src/domain/countries/country-matching.ts'),
  )
  const matches = await matchCountries(unnamed)
  return (label) => matches.get(label ?? '')?.alpha2 ?? label ?? null
}
