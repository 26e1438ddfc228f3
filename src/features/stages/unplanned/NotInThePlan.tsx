import { useRef, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { pluralizeCount } from '#src/domain/money/money.ts'
import { formatFloor } from '#src/domain/sale/record-formats.ts'
import { stageDates } from '#src/domain/sale/stage-dates.ts'
import { paidPriceText } from '#src/domain/sale/stage-facts.ts'
import { figureFormat, mask, MASK_LABEL } from '#src/domain/text/mask.ts'
import { pluralize } from '#src/domain/text/text.ts'
import { CardBox, CardLine } from '#src/features/stages/CardBox.ts'
import { Lines } from '#src/features/stages/Lines.ts'
import type { StageView } from '#src/features/stages/stage-view.ts'
import { PurchasesLink } from '#src/records/cells/PurchasesLink.tsx'
import { TokenAmount } from '#src/records/cells/TokenAmount.tsx'
import { useIsCards } from '#src/records/list/in-cards.ts'
import { Table, TableRow } from '#src/records/list/Table.tsx'
import { stagePurchases } from '#src/records/purchases-href.ts'
import { editStagesHref } from '#src/records/record-hrefs.ts'
import { Button, type ButtonSize } from '#src/ui/controls/Button.tsx'
import { Panel } from '#src/ui/lists/Panel.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { styled } from '#src/ui/theme.ts'
import type { UnplannedFigures } from '#src/wire/stages.ts'
import { JoinMenu } from './JoinMenu.tsx'
import { READ_COLUMNS, UNPLANNED_CARDS_BELOW, UNPLANNED_COLUMNS } from './unplanned-columns.ts'

const Actions = styled('div')`
  display: flex;
  gap: 4px;
  justify-content: flex-end;
`
const CardActions = styled('div')`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 8px;
  margin-top: 6px;
`

interface NameProps {
  view: StageView
  row: UnplannedFigures
}

/** Names that purchases carry and the plan lacks; nothing where there are none. */
export function NotInThePlan({ view, canEdit }: { view: StageView; canEdit: boolean }) {
  const frame = useRef<HTMLDivElement>(null)
  const isCards = useIsCards(frame, UNPLANNED_CARDS_BELOW)
  const rows = view.summary.unplanned
  if (rows.length === 0) return null
  const columns = canEdit ? UNPLANNED_COLUMNS : READ_COLUMNS
  return (
    <Panel
      title="Not in the plan"
      end={
        <span>
          {isCards
            ? pluralize(rows.length, 'name')
            : 'Purchases carry these names. They count in Raised, in no stage.'}
        </span>
      }
    >
      <div ref={frame}>
        {isCards ? (
          <ul aria-label="Not in the plan">
            {rows.map((row) => (
              <NameCard key={row.name} view={view} row={row} canEdit={canEdit} />
            ))}
          </ul>
        ) : (
          <Table label="Not in the plan" columns={columns} isBare>
            {rows.map((row) => (
              <TableRow key={row.name} columns={columns} cells={cellsOf({ view, row })} />
            ))}
          </Table>
        )}
      </div>
    </Panel>
  )
}

function cellsOf({ view, row }: NameProps): Map<string, ReactNode> {
  const { isMasked } = view
  return new Map<string, ReactNode>([
    [
      'name',
      <Lines key="name">
        <bdi className="trunc" style={{ fontWeight: 500 }} title={row.name}>
          {row.name}
        </bdi>
        <small>
          <Purchases view={view} row={row} />, {daysOf(row, view)}
        </small>
      </Lines>,
    ],
    ['sold', <TokenAmount key="sold" amount={row.sold} isMasked={isMasked} isFloored />],
    [
      'raised',
      <Lines key="raised">
        <span {...(isMasked ? {} : { title: row.amount })}>
          <MaskableText text={usdOf(row, isMasked)} />
        </span>
        {row.average_price !== null && (
          <small>
            <Average row={row} isMasked={isMasked} />
          </small>
        )}
      </Lines>,
    ],
    [
      'actions',
      <Actions key="actions">
        <NameActions view={view} row={row} size="sm" />
      </Actions>,
    ],
  ])
}

function NameCard({ view, row, canEdit }: NameProps & { canEdit: boolean }) {
  const { isMasked } = view
  return (
    <CardBox>
      <CardLine>
        <bdi style={{ fontWeight: 500 }}>{row.name}</bdi>
        <TokenAmount amount={row.sold} isMasked={isMasked} isFloored />
      </CardLine>
      <CardLine className="small t3">
        <Purchases view={view} row={row} />
        <span>
          <MaskableText text={usdOf(row, isMasked)} />
          {row.average_price !== null && (
            <>
              , <Average row={row} isMasked={isMasked} />
            </>
          )}
        </span>
      </CardLine>
      {canEdit && (
        <CardActions>
          <NameActions view={view} row={row} size="md" />
        </CardActions>
      )}
    </CardBox>
  )
}

const usdOf = ({ amount }: UnplannedFigures, isMasked: boolean) =>
  isMasked ? mask('amount') : `$${formatFloor(amount)}`

/** "Aug 20 – Aug 22", or one day. */
function daysOf({ first_at, last_at }: UnplannedFigures, { text }: StageView): string {
  const days = stageDates({ starts_at: first_at, ends_at: last_at }, text)
  const [first, last] = days.split(' – ')
  return first === last && first !== undefined ? first : days
}

function Average({ row, isMasked }: { row: UnplannedFigures; isMasked: boolean }) {
  const price = isMasked ? mask('percent') : paidPriceText(row.average_price ?? '0')
  return (
    <>
      average <MaskableText text={price} />
    </>
  )
}

/** How many purchases carry the name, which leads to them. */
function Purchases({ view, row }: NameProps) {
  const { isMasked } = view
  const count = figureFormat(isMasked).count(row.purchases)
  return (
    <PurchasesLink
      counted={stagePurchases(view.projectId, row.name)}
      label={isMasked ? `${MASK_LABEL} purchases` : pluralizeCount(row.purchases, 'purchase')}
    >
      <MaskableText text={count} /> {row.purchases === 1 && !isMasked ? 'purchase' : 'purchases'}
    </PurchasesLink>
  )
}

function NameActions({ view, row, size }: NameProps & { size: ButtonSize }) {
  const [, navigate] = useLocation()
  const { name } = row
  return (
    <>
      <Button
        size={size}
        aria-label={`Add ${name} to the plan`}
        onClick={() => navigate(editStagesHref(view.projectId, name))}
      >
        Add to the plan
      </Button>
      <JoinMenu view={view} name={name} size={size} />
    </>
  )
}
