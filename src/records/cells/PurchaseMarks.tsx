import { Badge } from '#src/ui/text/Badge.tsx'
import { styled } from '#src/ui/theme.ts'
import type { Transaction } from '#src/wire/transactions.ts'

const Marks = styled('span')`
  display: flex;
  flex-wrap: wrap;
  gap: 4px;
  &:empty {
    display: none;
  }
`

/** What is wrong with a purchase, beside its status: that it counts nowhere, or has an unusual price. */
export function PurchaseMarks(props: {
  purchase: Pick<Transaction, 'voided' | 'price_is_unusual'>
  /** For a column that is as narrow as a status. */
  isShort?: boolean
}) {
  const { voided, price_is_unusual: isUnusual } = props.purchase
  return (
    <Marks>
      {voided != null && <Badge tone="line">Voided</Badge>}
      {isUnusual === 1 && (
        <Badge tone="warning">
          {props.isShort ? <span title="Unusual price">Unusual</span> : 'Unusual price'}
        </Badge>
      )}
    </Marks>
  )
}
