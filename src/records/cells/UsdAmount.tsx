import { formatAmount } from '#src/domain/sale/record-formats.ts'
import { mask } from '#src/domain/text/mask.ts'
import { Figure } from '#src/ui/text/Figure.tsx'

/** An amount of US dollars with its cents, and the exact amount as tooltip. */
export function UsdAmount(props: {
  /** A decimal string; null where it is not known. */
  amount: string | null
  isMasked: boolean
  size?: 'inline' | 'figure' | undefined
}) {
  const { amount, isMasked, size } = props
  if (amount === null) return <span className="t3">–</span>
  return (
    <span {...(isMasked ? {} : { title: amount })}>
      <Figure
        text={isMasked ? mask('amount') : `$${formatAmount(amount, 2)}`}
        size={size}
        isWrapped
      />
    </span>
  )
}
