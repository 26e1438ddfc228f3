import { DEPOSIT_LABELS } from '#src/domain/money/ranked-rows.ts'
import type { RankedItem, RankedRow } from '#src/domain/money/ranked-rows.ts'
import { byCampaignCountry, RANKED_RULES } from '#src/domain/money/ranked-rules.ts'
import type { RankedCardRow } from '#src/features/home/cards/cards.ts'
import { MAX_UTM_PLUS_ROWS } from '#src/wire/analytics.ts'
import type { Deposit } from '#src/wire/transactions.ts'

/** The values of the filters of the list of purchases, by filter. */
export type RowValues = Readonly<Record<string, readonly string[]>>

type ItemLabel = 'label' | 'medium' | 'sentCountry'
type Filter = readonly [name: string, label: ItemLabel]

const COUNTRY: Filter = ['country', 'sentCountry']
/** By the id of a card: the filters whose values are the labels of its items. */
const FILTERS: Readonly<Record<string, readonly Filter[]>> = {
  countries: [COUNTRY],
  currencies: [['currency', 'label']],
  referrers: [['referrer', 'label']],
  'utm-sources': [['utm_source', 'label']],
  'utm-plus': [
    ['utm_source', 'label'],
    ['utm_medium', 'medium'],
  ],
}

const [FIRST, SECOND, ADDITIONAL] = DEPOSIT_LABELS
const DEPOSITS_OF: Readonly<Record<string, readonly Deposit[]>> = {
  [FIRST]: ['first'],
  [SECOND]: ['second'],
  [ADDITIONAL]: ['third', 'additional'],
}

/** Escaped characters of values in an address: requests with more of them are refused. */
const MAX_LENGTH = 6000

/**
 * What leaves exactly the purchases of a row in their list. All spellings of a label are in one row, so
 * the values of several filters can be combined: each combination belongs to the row.
 * @param campaignKey of the campaign whose countries the rows are
 * @returns null for a row whose purchases no filter can name
 */
export function rowValues(
  card: Pick<RankedCardRow, 'id' | 'rule' | 'rowKind'>,
  items: readonly RankedItem[],
  campaignKey: string | null,
): (row: Pick<RankedRow, 'key' | 'label'>) => RowValues | null {
  if (card.rowKind === 'deposits')
    return ({ key, label }) => {
      const deposit = DEPOSITS_OF[label]
      return key === 'total' ? {} : deposit ? { deposit } : null
    }
  let found: ReturnType<typeof collect> | undefined
  return ({ key }) => {
    found ??= collect(card, items, campaignKey)
    const values = found.get(key)
    if (!values || values.some((set) => set.has(null))) return null
    const named = filtersOf(card.id, campaignKey).map(
      ([name], place) =>
        [name, [...(values[place] ?? [])].flatMap((value) => value ?? [])] as const,
    )
    const { length } = encodeURIComponent(named.flatMap(([, all]) => all).join(''))
    return length > MAX_LENGTH ? null : Object.fromEntries(named)
  }
}

const filtersOf = (id: string, campaignKey: string | null): readonly Filter[] => [
  ...(FILTERS[id] ?? []),
  ...(campaignKey === null ? [] : [COUNTRY]),
]

/** The labels of each row by its key, one set for each filter. A set with null has unknown ones. */
function collect(
  card: Pick<RankedCardRow, 'id' | 'rule' | 'rowKind'>,
  items: readonly RankedItem[],
  campaignKey: string | null,
) {
  const found = new Map<string, Set<string | null>[]>()
  if (card.rowKind === 'campaigns' && hasOthers(items)) return found
  const rule = RANKED_RULES[card.rule]
  const filters = filtersOf(card.id, campaignKey)
  for (const item of items) {
    const own = rule.nameOf(item).key
    if (campaignKey !== null && own !== campaignKey) continue
    const key = campaignKey === null ? own : byCampaignCountry.nameOf(item).key
    const sets = found.get(key) ?? filters.map(() => new Set<string | null>())
    found.set(key, sets)
    for (const [place, [, label]] of filters.entries()) {
      const value = item[label]
      // Figures that an earlier version stored have no country as it was sent.
      sets[place]?.add(value === undefined ? null : value || 'unknown')
    }
  }
  return found
}

/** Whether a project has so many rows that the smallest ones are one, which no filter can name. */
function hasOthers(items: readonly RankedItem[]): boolean {
  const counts = new Map<string, number>()
  for (const { project } of items) counts.set(project, (counts.get(project) ?? 0) + 1)
  return [...counts.values()].some((count) => count > MAX_UTM_PLUS_ROWS)
}
