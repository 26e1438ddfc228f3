import type { ListSort } from '#src/records/record-definition.ts'
import type { SortOrder } from '#src/wire/paging.ts'
import { channelName, type ChannelRow } from './channel-rows.ts'
import { amountChange, averageOf, convertedPercent } from './channel-sums.ts'

/** The figure of a column; null where a row has none. */
const FIGURES = {
  usd: ({ now }) => now.amount,
  change: amountChange,
  purchases: ({ now }) => now.purchases,
  buyers: ({ now }) => now.buyers,
  new: ({ now }) => now.new_buyers,
  average: ({ now }) => averageOf(now),
  registered: ({ now }) => now.registrations,
  converted: ({ now }) => convertedPercent(now),
  second: ({ now }) => now.second_purchases,
} satisfies Record<string, (row: ChannelRow) => number | null>

type FigureColumn = keyof typeof FIGURES
const isFigure = (column: string): column is FigureColumn => Object.hasOwn(FIGURES, column)

/** The columns with their labels, in the order of the table. */
export const CHANNEL_LABELS = {
  channel: 'Source / medium',
  usd: 'USD',
  change: 'Change',
  purchases: 'Purchases',
  buyers: 'Buyers',
  new: 'New',
  average: 'Average',
  registered: 'Registered',
  converted: 'Converted',
  second: 'Second',
} as const
export type ChannelColumn = keyof typeof CHANNEL_LABELS

function sortOf(column: ChannelColumn, label: string, order: SortOrder): ListSort {
  const isName = column === 'channel'
  const way = isName
    ? order === 'asc'
      ? 'A to Z'
      : 'Z to A'
    : order === 'asc'
      ? 'lowest'
      : 'highest'
  return {
    column,
    by: column,
    order,
    label: isName ? `${label}, ${way}` : `${label}, ${way} first`,
  }
}

/** Figures descend first, names ascend. The first one is the default. */
export const CHANNEL_SORTS: readonly ListSort[] = [
  'usd' as const,
  'channel' as const,
  ...Object.keys(FIGURES).filter((column) => column !== 'usd'),
].flatMap((column) => {
  if (column !== 'channel' && !isFigure(column)) return []
  const label = CHANNEL_LABELS[column]
  const orders = column === 'channel' ? (['asc', 'desc'] as const) : (['desc', 'asc'] as const)
  return orders.map((order) => sortOf(column, label, order))
})

const byName = (a: ChannelRow, b: ChannelRow) => channelName(a).localeCompare(channelName(b))

/** Sorted by one column, then by name. Rows without a figure are last in both orders. */
export function sortChannels(rows: readonly ChannelRow[], sort: ListSort): ChannelRow[] {
  const { column, order } = sort
  const sign = order === 'asc' ? 1 : -1
  if (column === null || !isFigure(column)) return rows.toSorted((a, b) => sign * byName(a, b))
  const figures = new Map(rows.map((row) => [row, FIGURES[column](row)]))
  return rows.toSorted((a, b) => {
    const [first, second] = [figures.get(a) ?? null, figures.get(b) ?? null]
    if (first === null || second === null)
      return Number(first === null) - Number(second === null) || byName(a, b)
    // Two infinite changes are equal; their difference is not a number.
    return first === second ? byName(a, b) : sign * (first < second ? -1 : 1)
  })
}
