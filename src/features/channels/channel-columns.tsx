import type { ReactNode } from 'react'
import { formatCount } from '#src/domain/money/money.ts'
import type { FigureFormat } from '#src/domain/text/mask.ts'
import type { TableColumn } from '#src/records/list/table-columns.ts'
import { EXPAND_COLUMN } from '#src/records/record-definition.ts'
import { Change } from '#src/ui/text/Change.tsx'
import { Figure } from '#src/ui/text/Figure.tsx'
import { MAX_COUNTED_PURCHASES } from '#src/wire/analytics.ts'
import { CHANNEL_LABELS, type ChannelColumn } from './channel-sorts.ts'
import { averageOf, convertedPercent, type Compared } from './channel-sums.ts'

export type FigureColumn = Exclude<ChannelColumn, 'channel'>

function figure(key: FigureColumn, min: number, dropBelow?: number): TableColumn {
  return { key, label: CHANNEL_LABELS[key], min, align: 'end', dropBelow }
}

/** Dropped in this order: Second, Average, Registered, Buyers, Change. */
export const CHANNEL_COLUMNS: readonly TableColumn[] = [
  { key: EXPAND_COLUMN, label: 'Countries', min: 16, isLabelHidden: true },
  { key: 'channel', label: CHANNEL_LABELS.channel, min: 150, grow: 1 },
  figure('usd', 104),
  figure('change', 72, 678),
  figure('purchases', 80),
  figure('buyers', 64, 754),
  figure('new', 64),
  figure('average', 72, 938),
  figure('registered', 88, 854),
  figure('converted', 80),
  figure('second', 64, 1014),
]

/** Below this table width in px, each channel is a card. */
export const CARDS_BELOW = 594

/** The columns of figures, in the order of the table. */
export const FIGURE_COLUMNS: readonly FigureColumn[] = [
  'usd',
  'change',
  'purchases',
  'buyers',
  'new',
  'average',
  'registered',
  'converted',
  'second',
]

const NONE = <span className="t3">–</span>
/** Why a row has no buyers. */
export const COUNTED_NOTE = `Buyers are counted in periods of up to ${formatCount(MAX_COUNTED_PURCHASES)} purchases.`
const NOT_COUNTED = (
  <span className="t3" title={COUNTED_NOTE}>
    –
  </span>
)

/** Cut in its cell where it has no room; the tooltip has the exact figure. */
function Cut(props: { text: string; exact: string; isMasked: boolean; isStrong?: boolean }) {
  const { text, isMasked } = props
  return (
    <span className="trunc" {...(isMasked ? {} : { title: props.exact })}>
      <Figure text={text} isStrong={props.isStrong} />
    </span>
  )
}

/** A figure of a row as text; a dash where there is none. Amounts have no cents, as on the UTM cards. */
export function figureCell(
  column: FigureColumn,
  row: Compared,
  figures: FigureFormat,
  isStrong = false,
): ReactNode {
  const { now, before } = row
  const { isMasked } = figures
  const count = (value: number) => (
    <Cut text={figures.count(value)} exact={String(value)} isMasked={isMasked} />
  )
  switch (column) {
    case 'usd':
      return (
        <Cut
          text={figures.usd(now.amount, 0)}
          exact={now.amount.toFixed(2)}
          isMasked={isMasked}
          isStrong={isStrong}
        />
      )
    case 'change':
      return before === null ? (
        NONE
      ) : (
        <Change now={now.amount} before={before.amount} figures={figures} />
      )
    case 'purchases':
      return count(now.purchases)
    case 'buyers':
      return now.buyers === null ? NOT_COUNTED : count(now.buyers)
    case 'new':
      return count(now.new_buyers)
    case 'average': {
      const average = averageOf(now)
      return average === null ? (
        NONE
      ) : (
        <Cut text={figures.usd(average, 0)} exact={average.toFixed(2)} isMasked={isMasked} />
      )
    }
    case 'registered':
      return count(now.registrations)
    case 'converted': {
      const percent = convertedPercent(now)
      return percent === null ? (
        NONE
      ) : (
        <Cut
          text={figures.percent(percent)}
          exact={`${now.converted_within_7_days} of ${now.registrations_7_days_old}`}
          isMasked={isMasked}
        />
      )
    }
    case 'second':
      return count(now.second_purchases)
  }
}
