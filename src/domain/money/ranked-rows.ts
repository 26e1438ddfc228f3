import { sumUsd, UsdSum } from './money.ts'

/** A bucket or a summary of one project: USD rounded to cents, and the count. */
export interface Sums {
  project: string
  amount: number
  count: number
}

export type Metric = 'amount' | 'count'

/** One combination of labels of one project in a response. */
export interface RankedItem extends Sums {
  /** Country, currency, referrer, source, or kind of deposit; null if missing. */
  label: string | null
  /** UTM Plus: the medium, and the country of the breakdown. */
  medium?: string | null | undefined
  country?: string | null | undefined
  /** The country as the site sent it, of which the label or `country` may be the code. */
  sentCountry?: string | null | undefined
}

export interface RankedRow {
  key: string
  label: string
  /** A second line: the medium of a campaign. */
  detail?: string
  /** The alpha-2 code of a known country. */
  code?: string
  isUnknown: boolean
  /** Sums by project, in the order in which projects first came. */
  byProject: Map<string, { amount: number; count: number }>
  amount: number
  count: number
}

/** How a card groups its items: their key and names. */
export interface RankedRule {
  nameOf: (item: RankedItem) => Pick<RankedRow, 'key' | 'label' | 'detail' | 'code' | 'isUnknown'>
  /** A fixed order instead of the largest first. */
  order?: readonly string[]
}

export const UNKNOWN = 'Unknown'

/** Missing, empty and "unknown" in any letter case are one Unknown. */
export function isUnknownLabel(label: string | null | undefined): boolean {
  const text = label?.trim().toLowerCase() ?? ''
  return text === '' || text === 'unknown'
}

export const DEPOSIT_LABELS = ['First deposit', 'Second deposit', 'Additional deposits'] as const

/** The sums of a row, rounded only once at the end. */
class RowSums {
  readonly #amount = new UsdSum()
  #count = 0
  readonly #byProject = new Map<string, { amount: UsdSum; count: number }>()

  add({ project, amount, count }: Sums): void {
    let own = this.#byProject.get(project)
    if (!own) {
      own = { amount: new UsdSum(), count: 0 }
      this.#byProject.set(project, own)
    }
    own.amount.add(amount)
    own.count += count
    this.#amount.add(amount)
    this.#count += count
  }

  toRow(name: ReturnType<RankedRule['nameOf']>): RankedRow {
    const byProject = [...this.#byProject].map(
      ([project, { amount, count }]) => [project, { amount: amount.value, count }] as const,
    )
    return {
      ...name,
      byProject: new Map(byProject),
      amount: this.#amount.value,
      count: this.#count,
    }
  }
}

/**
 * The rows of a card, the largest first, then by name. Each is the sum of the items with the same key.
 * With `excludeUnknown` unknown rows are left out and are not part of any share.
 */
export function toRankedRows(
  items: readonly RankedItem[],
  rule: RankedRule,
  metric: Metric,
  excludeUnknown: boolean,
): RankedRow[] {
  const found = new Map<string, { name: ReturnType<RankedRule['nameOf']>; sums: RowSums }>()
  for (const item of items) {
    const name = rule.nameOf(item)
    if (excludeUnknown && name.isUnknown) continue
    let row = found.get(name.key)
    if (!row) {
      row = { name, sums: new RowSums() }
      found.set(name.key, row)
    }
    row.sums.add(item)
  }
  const { order } = rule
  return [...found.values()]
    .map(({ name, sums }) => sums.toRow(name))
    .toSorted((a, b) =>
      order
        ? order.indexOf(a.label) - order.indexOf(b.label)
        : b[metric] - a[metric] || compareNames(a, b),
    )
}

/** Compares by label, then by the second line. */
export function compareNames(
  a: Pick<RankedRow, 'label' | 'detail'>,
  b: Pick<RankedRow, 'label' | 'detail'>,
): number {
  return a.label.localeCompare(b.label) || (a.detail ?? '').localeCompare(b.detail ?? '')
}

/** The name of a row in one line: "google / cpc" for a campaign, otherwise the label. */
export function rowName({ label, detail }: Pick<RankedRow, 'label' | 'detail'>): string {
  return detail === undefined ? label : `${label} / ${detail}`
}

/** The sum of all rows on all pages. Shares are of this sum. */
export function totalOf(rows: readonly RankedRow[], metric: Metric): number {
  return sumUsd(rows.map((row) => row[metric]))
}

/** The total row, first in Deposits and last in a full list. */
export function totalRow(rows: readonly RankedRow[]): RankedRow {
  const total = new RowSums()
  for (const row of rows) {
    for (const [project, sums] of row.byProject) total.add({ project, ...sums })
  }
  return total.toRow({ key: 'total', label: 'Total', isUnknown: false })
}

/** The sum that "Exclude unknown" leaves out of a card. */
export function unknownOf(items: readonly RankedItem[], rule: RankedRule, metric: Metric): number {
  return sumUsd(items.filter((item) => rule.nameOf(item).isUnknown).map((item) => item[metric]))
}
