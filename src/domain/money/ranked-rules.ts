import { findCountry } from '#src/domain/countries/countries.ts'
import { DEPOSIT_LABELS, isUnknownLabel, UNKNOWN, toRankedRows } from './ranked-rows.ts'
import type { Metric, RankedItem, RankedRow, RankedRule } from './ranked-rows.ts'

/** A label as it is shown; missing, empty and "unknown" labels are one Unknown. */
export function plainName(label: string | null | undefined) {
  if (isUnknownLabel(label)) return { key: '', label: UNKNOWN, isUnknown: true }
  const text = label?.trim() ?? ''
  return { key: `=${text}`, label: text, isUnknown: false }
}

/** Groups by label. */
export const byLabel: RankedRule = { nameOf: (item) => plainName(item.label) }

/** The same for a country: its codes and names are one row. */
export function countryName(label: string | null | undefined) {
  const plain = plainName(label)
  const country = plain.isUnknown ? null : findCountry(plain.label)
  return country
    ? { key: country.alpha2, label: country.name, code: country.alpha2, isUnknown: false }
    : plain
}

/** Codes and names of one country are one row. An unknown label stays as it is. */
export const byCountry: RankedRule = { nameOf: (item) => countryName(item.label) }

/** The per-country breakdown of a campaign. */
export const byCampaignCountry: RankedRule = { nameOf: (item) => countryName(item.country) }

/** Groups referrers without scheme and trailing slash. */
export const byReferrer: RankedRule = {
  nameOf: (item) => {
    const plain = plainName(item.label)
    if (plain.isUnknown) return plain
    const label = plain.label.replace(/^https?:\/\//i, '').replace(/\/$/, '') || plain.label
    return { ...plain, key: `=${label}`, label }
  },
}

/** Groups by source and medium; a campaign is unknown if either is. */
export const byCampaign: RankedRule = {
  nameOf: (item) => {
    const source = plainName(item.label)
    const medium = plainName(item.medium)
    return {
      key: JSON.stringify([source.key, medium.key]),
      label: source.label,
      detail: medium.label,
      isUnknown: source.isUnknown || medium.isUnknown,
    }
  },
}

/** Deposits have a fixed order. */
export const byDeposit: RankedRule = { ...byLabel, order: DEPOSIT_LABELS }

/** The name of a rule. Cards have only the names, so that the rules load later. */
export type RuleName = 'label' | 'country' | 'deposit' | 'referrer' | 'campaign'

export const RANKED_RULES: Readonly<Record<RuleName, RankedRule>> = {
  label: byLabel,
  country: byCountry,
  deposit: byDeposit,
  referrer: byReferrer,
  campaign: byCampaign,
}

/** The rows of one campaign by country. `excludeUnknown` also applies to countries. */
export function countriesOf(
  items: readonly RankedItem[],
  card: { rule: RuleName },
  campaignKey: string,
  metric: Metric,
  excludeUnknown: boolean,
): RankedRow[] {
  const own = items.filter((item) => RANKED_RULES[card.rule].nameOf(item).key === campaignKey)
  return toRankedRows(own, byCampaignCountry, metric, excludeUnknown)
}
