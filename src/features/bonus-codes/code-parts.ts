import { findCountry } from '#src/domain/countries/countries.ts'
import { percentOf } from '#src/domain/money/money.ts'
import { isUnknownLabel, UNKNOWN } from '#src/domain/money/ranked-rows.ts'
import { toCsv } from '#src/domain/text/csv.ts'
import type { FigureFormat } from '#src/domain/text/mask.ts'
import type { CodeEffect } from '#src/wire/code-effects.ts'

/** A part of the sales with a code: of one source or of one country. */
export interface CodePart {
  key: string
  label: string
  /** Of a known country: "DE". */
  code: string | null
  purchases: number
  /** USD */
  amount: number
}

const nameOf = (label: string) => (isUnknownLabel(label) ? UNKNOWN : label)

/** "telegram / channel"; "Unknown" if both are. */
export function sourceParts(sources: CodeEffect['sources']): CodePart[] {
  return sources.map(({ utm_source: source, utm_medium: medium, purchases, amount }) => ({
    key: `${source}\n${medium}`,
    label:
      isUnknownLabel(source) && isUnknownLabel(medium)
        ? UNKNOWN
        : `${nameOf(source)} / ${nameOf(medium)}`,
    code: null,
    purchases,
    amount,
  }))
}

/** By name, with the code of those that are known; "Unknown" without a country. */
export function countryParts(countries: CodeEffect['countries']): CodePart[] {
  return countries.map(({ country, purchases, amount }) => {
    const found = findCountry(country)
    return {
      key: country,
      label: found?.name ?? nameOf(country),
      code: found?.alpha2 ?? null,
      purchases,
      amount,
    }
  })
}

/** The rows for assistive technology. */
export function partsTable(
  parts: readonly CodePart[],
  total: number,
  column: string,
  figures: FigureFormat,
) {
  return {
    columns: [column, 'USD', 'Share'],
    makeRows: () =>
      parts.map(({ label, amount }, index) => [
        figures.label(label, index),
        figures.usd(amount, 0),
        figures.share(amount, total),
      ]),
  }
}

/** A line per part: its purchases, USD, and share of the USD in percent. */
export function partsCsv(parts: readonly CodePart[], total: number, column: string): string {
  return toCsv([
    [column, 'Purchases', 'USD', 'Share %'],
    ...parts.map(({ label, purchases, amount }) => [
      label,
      purchases,
      amount,
      percentOf(amount, total),
    ]),
  ])
}
