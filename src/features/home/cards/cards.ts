import type { Metric, Sums } from '#src/domain/money/ranked-rows.ts'
import type { RankedItem } from '#src/domain/money/ranked-rows.ts'
import type { RuleName } from '#src/domain/money/ranked-rules.ts'
import { canSeeFinance } from '#src/domain/people/roles.ts'
import type { GraphItem } from '#src/features/home/graph/graph-series.ts'
import type { Source } from './queries.ts'
import * as sources from './sources.ts'
import type { ConversionItem } from './sources.ts'

/** A metric of a card. The first one is the default. */
export interface CardOption {
  metric: Metric
  label: string
}

interface CardBase {
  /** Also part of the CSV's file name. */
  id: string
  title: string
  subtitle: string
  /** Span in a grid of 12 columns, from 1200 px and from 851 to 1199 px. */
  columns: { desktop: number; tablet: number }
  /** Only for roles that can see purchases and money. */
  isFinance: boolean
}

export interface GraphCardRow extends CardBase {
  kind: 'graph'
  options: readonly CardOption[]
  /** Unit of the count: "9,312 transactions". */
  noun: string
  /** The first card is larger. */
  isHero: boolean
  records: Source<GraphItem>
  summary: Source<Sums>
}

export interface RankedCardRow extends CardBase {
  kind: 'ranked'
  options: readonly CardOption[]
  /** Head of the full list's first column, and the plural in its search field. */
  column: string
  nouns: string
  pageSize: number
  /** USD decimals: 2, of the UTM cards 0. */
  decimals: 0 | 2
  rowKind: 'plain' | 'deposits' | 'campaigns'
  /** How items become rows (ranked-rules.ts). */
  rule: RuleName
  items: Source<RankedItem>
}

export interface ConversionsCardRow extends CardBase {
  kind: 'conversions'
  items: Source<ConversionItem>
}

export type CardRow = GraphCardRow | RankedCardRow | ConversionsCardRow

const AMOUNT = { metric: 'amount', label: 'Amount' } as const
const PURCHASE_OPTIONS = [AMOUNT, { metric: 'count', label: 'Transactions' }] as const

const graph = { kind: 'graph', isHero: false } as const
const half = { columns: { desktop: 6, tablet: 6 } } as const
const ranked = {
  kind: 'ranked',
  columns: { desktop: 4, tablet: 6 },
  isFinance: true,
  options: PURCHASE_OPTIONS,
  pageSize: 5,
  decimals: 2,
  rowKind: 'plain',
  rule: 'label',
} as const

/** The cards of Home in their order on the page. */
export const CARDS: readonly CardRow[] = [
  {
    ...graph,
    id: 'transactions',
    title: 'Transactions',
    subtitle: 'Number/amount of transactions',
    columns: { desktop: 8, tablet: 12 },
    isFinance: true,
    isHero: true,
    options: PURCHASE_OPTIONS,
    noun: 'transactions',
    records: sources.transactionRecords,
    summary: sources.transactionSummary,
  },
  {
    kind: 'conversions',
    id: 'conversions',
    title: 'Conversions',
    subtitle: 'Number of registrations who have made a purchase',
    columns: { desktop: 4, tablet: 6 },
    isFinance: false,
    items: sources.conversions,
  },
  {
    ...graph,
    ...half,
    id: 'referrals',
    title: 'Referrals',
    subtitle: 'How much cash has been paid out to referrals',
    isFinance: true,
    options: [AMOUNT, { metric: 'count', label: 'Referrals' }],
    noun: 'referrals',
    records: sources.referralRecords,
    summary: sources.referralSummary,
  },
  {
    ...graph,
    columns: { desktop: 6, tablet: 12 },
    id: 'registrations',
    title: 'Registrations',
    subtitle: 'Number of wallets which have been connected to the site for the first time',
    isFinance: false,
    options: [{ metric: 'count', label: 'Registrations' }],
    noun: 'registrations',
    records: sources.registrationRecords,
    summary: sources.registrationSummary,
  },
  {
    ...ranked,
    id: 'countries',
    title: 'Countries',
    subtitle: 'What countries are spending the most',
    column: 'Country',
    nouns: 'countries',
    rule: 'country',
    items: sources.countries,
  },
  {
    ...ranked,
    id: 'currencies',
    title: 'Currencies',
    subtitle: 'What percentage of currencies are most used',
    column: 'Currency',
    nouns: 'currencies',
    items: sources.currencies,
  },
  {
    ...ranked,
    id: 'deposits',
    title: 'Deposits',
    subtitle: 'Number of deposits from users',
    // Deposits have no amounts.
    options: [{ metric: 'count', label: 'Deposits' }],
    column: 'Deposit',
    nouns: 'deposits',
    rowKind: 'deposits',
    rule: 'deposit',
    items: sources.deposits,
  },
  {
    ...ranked,
    id: 'referrers',
    title: 'Referrers',
    subtitle: 'Which referrers are driving purchases',
    column: 'Referrer',
    nouns: 'referrers',
    rule: 'referrer',
    items: sources.referrers,
  },
  {
    ...ranked,
    id: 'utm-sources',
    title: 'UTM Sources',
    subtitle: 'Users making purchases from which UTM sources',
    column: 'Source',
    nouns: 'sources',
    decimals: 0,
    items: sources.utmSources,
  },
  {
    ...ranked,
    id: 'utm-plus',
    title: 'UTM Plus',
    subtitle: 'Users making purchases from which UTM data',
    column: 'Campaign',
    nouns: 'campaigns',
    pageSize: 3,
    decimals: 0,
    rowKind: 'campaigns',
    rule: 'campaign',
    items: sources.utmPlus,
  },
]

/**
 * The cards that a role can see. Without finance these are Registrations, which then is the first
 * card, and Conversions.
 */
export function cardsFor(role: string): CardRow[] {
  if (canSeeFinance(role)) return [...CARDS]
  return CARDS.filter((card) => !card.isFinance)
    .map((card) =>
      card.kind === 'graph'
        ? { ...card, isHero: true, columns: { desktop: 8, tablet: 12 } }
        : { ...card, columns: { desktop: 4, tablet: 12 } },
    )
    .toSorted((a, b) => b.columns.desktop - a.columns.desktop)
}
