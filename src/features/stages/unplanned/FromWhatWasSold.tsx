import { useRef, type ReactNode } from 'react'
import { pluralizeCount } from '#src/domain/money/money.ts'
import { formatFloor, formatRecent } from '#src/domain/sale/record-formats.ts'
import { stageDates } from '#src/domain/sale/stage-dates.ts'
import { paidPriceText } from '#src/domain/sale/stage-facts.ts'
import { mask } from '#src/domain/text/mask.ts'
import { pluralize } from '#src/domain/text/text.ts'
import { CardBox, CardLine } from '#src/features/stages/CardBox.ts'
import type { StageView } from '#src/features/stages/stage-view.ts'
import { DateTime } from '#src/records/cells/DateTime.tsx'
import { TokenAmount } from '#src/records/cells/TokenAmount.tsx'
import { useIsCards } from '#src/records/list/in-cards.ts'
import { Table, TableRow } from '#src/records/list/Table.tsx'
import { None } from '#src/records/page/Facts.tsx'
import { Panel } from '#src/ui/lists/Panel.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { MaskedSentence } from '#src/ui/text/MaskedSentence.tsx'
import type { UnplannedFigures } from '#src/wire/stages.ts'
import { PROPOSAL_CARDS_BELOW, PROPOSAL_COLUMNS } from './unplanned-columns.ts'

interface RowProps {
  view: StageView
  row: UnplannedFigures
}

/** The stages that purchases name, with which a plan begins; nothing before the first purchase. */
export function FromWhatWasSold({ view, canEdit }: { view: StageView; canEdit: boolean }) {
  const frame = useRef<HTMLDivElement>(null)
  const isCards = useIsCards(frame, PROPOSAL_CARDS_BELOW)
  const rows = view.summary.unplanned
  if (rows.length === 0) return null
  const stages = pluralize(rows.length, 'stage')
  const purchases = rows.reduce((sum, row) => sum + row.purchases, 0)
  const counted = view.isMasked
    ? `${mask('count')} purchases`
    : pluralizeCount(purchases, 'purchase')
  const whole = `${stages} in ${counted}.${
    canEdit ? ' The plan begins with them; nothing is planned until you save it.' : ''
  }`
  return (
    <Panel
      title="From what was sold"
      end={<span>{isCards ? stages : <MaskedSentence text={whole} />}</span>}
    >
      <div ref={frame}>
        {isCards ? (
          <ul aria-label="From what was sold">
            {rows.map((row) => (
              <ProposedCard key={row.name} view={view} row={row} />
            ))}
          </ul>
        ) : (
          <Table label="From what was sold" columns={PROPOSAL_COLUMNS} isBare>
            {rows.map((row) => (
              <TableRow key={row.name} columns={PROPOSAL_COLUMNS} cells={cellsOf({ view, row })} />
            ))}
          </Table>
        )}
      </div>
    </Panel>
  )
}

function UsualPrice({ row, view }: RowProps) {
  if (row.usual_price === null) return <None />
  return <MaskableText text={view.isMasked ? mask('percent') : paidPriceText(row.usual_price)} />
}

function cellsOf({ view, row }: RowProps): Map<string, ReactNode> {
  const time = (at: string | null) =>
    at !== null && (
      <DateTime className="t2" instant={at} text={formatRecent(at, new Date(view.text.now))} />
    )
  return new Map<string, ReactNode>([
    [
      'stage',
      <bdi key="stage" className="trunc" style={{ fontWeight: 500 }} title={row.name}>
        {row.name}
      </bdi>,
    ],
    ['price', <UsualPrice key="price" view={view} row={row} />],
    ['sold', <TokenAmount key="sold" amount={row.sold} isMasked={view.isMasked} isFloored />],
    ['first', time(row.first_at)],
    ['last', time(row.last_at)],
  ])
}

function ProposedCard({ view, row }: RowProps) {
  return (
    <CardBox>
      <CardLine>
        <bdi style={{ fontWeight: 500 }}>{row.name}</bdi>
        <span>
          <UsualPrice view={view} row={row} />
        </span>
      </CardLine>
      <CardLine className="small t3">
        <span>
          <MaskableText text={view.isMasked ? mask('amount') : formatFloor(row.sold)} />{' '}
          <bdi>{view.projectId}</bdi>
        </span>
        <span>{stageDates({ starts_at: row.first_at, ends_at: row.last_at }, view.text)}</span>
      </CardLine>
    </CardBox>
  )
}
