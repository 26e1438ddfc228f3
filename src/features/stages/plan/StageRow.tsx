import { ChevronDown, ChevronRight } from 'lucide-react'
import { isZeroDecimal } from '#src/domain/money/decimals.ts'
import { formatRecent } from '#src/domain/sale/record-formats.ts'
import type { StageView } from '#src/features/stages/stage-view.ts'
import { DateTime } from '#src/records/cells/DateTime.tsx'
import { RecordLink } from '#src/records/cells/RecordLink.tsx'
import { TokenAmount } from '#src/records/cells/TokenAmount.tsx'
import { TableRow, visibleBelow } from '#src/records/list/Table.tsx'
import { Fact, Facts } from '#src/records/page/Facts.tsx'
import { EXPAND_COLUMN } from '#src/records/record-definition.ts'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { styled } from '#src/ui/theme.ts'
import type { StageFigures } from '#src/wire/stages.ts'
import { averageOf, priceOf, stageCells, StageUsd } from './stage-cells.tsx'
import { STAGE_COLUMNS } from './stage-columns.ts'

/** The button is wider than its column: its icon is what lines up. */
const Chevron = styled('span')`
  display: flex;
  margin: 0 -6px;
`
/** Below the name of the stage. */
const Inset = styled('div')`
  padding-left: 32px;
`

const dropBelow = new Map(STAGE_COLUMNS.map((column) => [column.key, column.dropBelow]))

/** A stage as a row of two lines, with what the columns do not show while it is open. */
export function StageRow(props: {
  view: StageView
  stage: StageFigures
  isOpen: boolean
  detailsId: string
  onToggle: (id: string) => void
}) {
  const { view, stage, isOpen, detailsId } = props
  const cells = stageCells(view, stage)
  cells.set(
    EXPAND_COLUMN,
    <Chevron>
      <IconButton
        label={isOpen ? 'Hide details' : 'Show details'}
        icon={isOpen ? ChevronDown : ChevronRight}
        tooltip={false}
        aria-expanded={isOpen}
        {...(isOpen ? { 'aria-controls': detailsId } : {})}
        onClick={() => props.onToggle(stage.id)}
      />
    </Chevron>,
  )
  return (
    <TableRow
      columns={STAGE_COLUMNS}
      cells={cells}
      isOpen={isOpen}
      detail={
        isOpen && (
          <Inset>
            <StageFacts view={view} stage={stage} />
          </Inset>
        )
      }
      detailId={detailsId}
    />
  )
}

function StageFacts({ view, stage }: { view: StageView; stage: StageFigures }) {
  const { isMasked } = view
  const { off_price: off } = stage
  const droppedWith = (key: string) => {
    const width = dropBelow.get(key)
    return width === undefined ? undefined : visibleBelow(width)
  }
  const average = stage.average_price
  return (
    <Facts>
      <Fact label="Price, average" className={droppedWith('price')} valueClass="num">
        <span>
          <MaskableText text={priceOf(stage.price_usd, isMasked)} />
          {average !== null && (
            <>
              , <MaskableText text={averageOf(average, isMasked)} />
            </>
          )}
        </span>
      </Fact>
      <Fact label="Raised" className={droppedWith('raised')}>
        {stage.purchases > 0 && <StageUsd amount={stage.amount} isMasked={isMasked} />}
      </Fact>
      <Fact label="Buyers" className={droppedWith('buyers')} valueClass="num">
        {stageCells(view, stage).get('buyers')}
      </Fact>
      <Fact label="First purchase">
        <PurchaseTime view={view} id={stage.first_id} at={stage.first_at} />
      </Fact>
      <Fact label="Last purchase">
        <PurchaseTime view={view} id={stage.last_id} at={stage.last_at} />
      </Fact>
      {stage.left !== null && (
        <Fact label="Left">
          <TokenAmount amount={stage.left} isMasked={isMasked} isFloored />
        </Fact>
      )}
      {off.purchases > 0 && (
        <Fact label="Off price">
          <span>
            <StageUsd amount={off.amount} isMasked={isMasked} />
            {off.usual_price !== null && !isZeroDecimal(off.usual_price) && (
              <span className="t3">
                {' '}
                at <MaskableText text={averageOf(off.usual_price, isMasked)} />
              </span>
            )}
          </span>
        </Fact>
      )}
      {stage.also.length > 0 && (
        <Fact label="Also named">
          <span className="t2">{stage.also.join(', ')}</span>
        </Fact>
      )}
    </Facts>
  )
}

/** When a purchase was made, which leads to it. */
function PurchaseTime(props: { view: StageView; id: string | null; at: string | null }) {
  const { view, id, at } = props
  if (id === null || at === null) return <span className="t3">None</span>
  return (
    <RecordLink kind="transaction" projectId={view.projectId} id={id}>
      <DateTime instant={at} text={formatRecent(at, new Date(view.text.now))} />
    </RecordLink>
  )
}
