import { ChevronDown, ChevronRight, ChevronUp } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { pluralizeCount } from '#src/domain/money/money.ts'
import type { FigureFormat } from '#src/domain/text/mask.ts'
import type { TimeRange } from '#src/domain/time/calendar.ts'
import { PurchasesLink } from '#src/records/cells/PurchasesLink.tsx'
import { RecordCard } from '#src/records/list/RecordCard.tsx'
import { TableRow } from '#src/records/list/Table.tsx'
import { EXPAND_COLUMN } from '#src/records/record-definition.ts'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { Change } from '#src/ui/text/Change.tsx'
import { Figure } from '#src/ui/text/Figure.tsx'
import { Mask, MaskableText } from '#src/ui/text/Mask.tsx'
import { styled } from '#src/ui/theme.ts'
import { CHANNEL_COLUMNS, FIGURE_COLUMNS, figureCell } from './channel-columns.tsx'
import { channelPurchases } from './channel-purchases.ts'
import { channelName, type ChannelRow } from './channel-rows.ts'
import { CHANNEL_LABELS } from './channel-sorts.ts'
import type { Compared } from './channel-sums.ts'
import type { ChannelView } from './channel-view.ts'
import { ChannelCountries } from './ChannelCountries.tsx'

/** The button is wider than its column: its icon is what lines up. */
const Chevron = styled('span')`
  display: flex;
  margin: 0 -6px;
`

interface ItemProps {
  row: ChannelRow
  view: ChannelView
  /** What the figures are of, in ms; null while no list can have their purchases. */
  range: TimeRange | null
  isCard: boolean
  isOpen: boolean
  detailsId: string
  onToggle: (key: string) => void
}

/** "google / cpc" in one line, with the whole name as tooltip. */
function ChannelName({ row, figures }: { row: ChannelRow; figures: FigureFormat }) {
  return (
    <span className="trunc" {...(figures.isMasked ? {} : { title: channelName(row) })}>
      <span style={{ fontWeight: 500 }}>
        <MaskableText text={figures.label(row.source, row.place)} />
      </span>{' '}
      <span className="t3">/ {figures.isMasked ? <Mask blocks={6} /> : row.medium}</span>
    </span>
  )
}

/** How many purchases a channel has, which leads to them. */
function Purchases({ row, view, range }: Pick<ItemProps, 'row' | 'view' | 'range'>) {
  const { figures } = view
  const cell = figureCell('purchases', row, figures)
  // The address of the link names the channel, which privacy mode hides.
  const counted = range === null || figures.isMasked ? null : channelPurchases(row, range)
  if (counted === null) return cell
  return (
    <PurchasesLink
      counted={counted}
      label={`Show the ${pluralizeCount(row.now.purchases, 'purchase')} of ${channelName(row)}`}
    >
      {cell}
    </PurchasesLink>
  )
}

/** One channel: a table row or a card, with its countries while it is open. */
export const ChannelItem = memo(function ChannelItem(props: ItemProps) {
  const { row, view, isOpen, isCard, detailsId } = props
  const { figures } = view
  const expand = (
    <IconButton
      label={isOpen ? 'Hide countries' : 'Show countries'}
      icon={isCard ? (isOpen ? ChevronUp : ChevronDown) : isOpen ? ChevronDown : ChevronRight}
      tooltip={false}
      aria-expanded={isOpen}
      {...(isOpen ? { 'aria-controls': detailsId } : {})}
      onClick={() => props.onToggle(row.key)}
    />
  )
  const purchases = <Purchases row={row} view={view} range={props.range} />
  const countries = isOpen && (
    <ChannelCountries row={row} view={view} isLinked={props.range !== null} isCard={isCard} />
  )
  if (isCard) {
    return (
      <RecordCard
        label={figures.isMasked ? 'Channel' : channelName(row)}
        head={<ChannelName row={row} figures={figures} />}
        lines={cardLines(row, figures, purchases)}
        foot={
          <>
            <span className="t3">Countries</span>
            {expand}
          </>
        }
        detail={countries}
        detailId={detailsId}
      />
    )
  }
  const cells = new Map<string, ReactNode>([
    [EXPAND_COLUMN, <Chevron key="expand">{expand}</Chevron>],
    ['channel', <ChannelName key="channel" row={row} figures={figures} />],
    ...figureCells(row, figures),
    [
      'purchases',
      <span key="purchases" className="trunc t2">
        {purchases}
      </span>,
    ],
  ])
  return (
    <TableRow
      columns={CHANNEL_COLUMNS}
      cells={cells}
      isOpen={isOpen}
      detail={countries}
      isDetailFlush
      detailId={detailsId}
    />
  )
})

/** The cells of figures, by column. Amount and conversion lead. */
export function figureCells(row: Compared, figures: FigureFormat): [string, ReactNode][] {
  return FIGURE_COLUMNS.map((column) => {
    const cell = figureCell(column, row, figures, column === 'usd')
    const isLead = column === 'usd' || column === 'converted' || column === 'change'
    return [column, isLead ? cell : <span className="trunc t2">{cell}</span>]
  })
}

/**
 * The lines of a card: the amount and its change, then the other figures.
 * @param purchases replaces the plain number of purchases
 */
export function cardLines(row: Compared, figures: FigureFormat, purchases?: ReactNode) {
  const { now, before } = row
  const others = FIGURE_COLUMNS.filter((column) => column !== 'usd' && column !== 'change')
  return [
    {
      start: <Figure text={figures.usd(now.amount, 0)} size="figure" isWrapped />,
      end: before && <Change now={now.amount} before={before.amount} figures={figures} />,
    },
    ...others.map((column) => ({
      start: <span className="t3">{CHANNEL_LABELS[column]}</span>,
      end: (column === 'purchases' ? purchases : null) ?? figureCell(column, row, figures),
    })),
  ]
}
