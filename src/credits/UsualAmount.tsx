import { formatAmount, formatPaid } from '#src/domain/sale/record-formats.ts'
import { TokenAmount } from '#src/records/cells/TokenAmount.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { Mask } from '#src/ui/text/Mask.tsx'
import { styled } from '#src/ui/theme.ts'

const Row = styled('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 12px;
  color: var(--text-2);
  & > p {
    flex: 1 1 220px;
    min-width: 0;
  }
`

/** Offers the tokens that a purchase would have been at the planned or usual price of its stage. */
export function UsualAmount(props: {
  /** US dollars for one token. */
  price: string
  isPlanned: boolean
  /** All 18 places: what the button fills in. */
  tokens: string
  unit: string
  isMasked: boolean
  isDisabled: boolean
  onUse: () => void
}) {
  const { price, isPlanned, tokens, unit, isMasked } = props
  return (
    <Row>
      <p>
        At the {isPlanned ? 'planned' : 'usual'} price of{' '}
        <span className="num">
          {isMasked ? <Mask blocks={4} /> : `$${formatPaid(price, null)}`}
        </span>{' '}
        this purchase would have been{' '}
        <TokenAmount amount={tokens} unit={unit} isMasked={isMasked} />.
      </p>
      <Button size="sm" disabled={props.isDisabled} onClick={props.onUse}>
        {isMasked ? 'Use this amount' : `Use ${formatAmount(tokens, 2).replace(/\.00$/, '')}`}
      </Button>
    </Row>
  )
}
