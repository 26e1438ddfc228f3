import { Badge } from '#src/ui/text/Badge.tsx'
import { styled } from '#src/ui/theme.ts'
import type { Transaction } from '#src/wire/transactions.ts'

const Marks = styled('span')`
  display: flex;
  flex-wrap: wrap;
  gap: 4px;
`

type Marked = Pick<Transaction, 'voided' | 'price_is_unusual'>

/** Whether a purchase counts nowhere, or has an unusual price. */
export function isMarked({ voided, price_is_unusual: isUnusual }: Marked): boolean {
  return voided != null || isUnusual === 1
}

/** What is wrong with a purchase, beside its status. Nothing for most. */
export function PurchaseMarks(props: {
  purchase: Marked
  /** For a column that is as narrow as a status. */
  isShort?: boolean
}) {
  const { voided, price_is_unusual: isUnusual } = props.purchase
  if (!isMarked(props.purchase)) return null
  return (
    <Marks className="marks">
      {voided != null && <Badge tone="line">Voided</Badge>}
      {isUnusual === 1 && (
        <Badge tone="warning">
          {props.isShort ? <span title="Unusual price">Unusual</span> : 'Unusual price'}
        </Badge>
      )}
    </Marks>
  )
}
