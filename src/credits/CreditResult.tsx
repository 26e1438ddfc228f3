import { addDecimals, subtractDecimal } from '#src/domain/money/decimals.ts'
import { TokenAmount } from '#src/records/cells/TokenAmount.tsx'
import { styled } from '#src/ui/theme.ts'

const Box = styled('dl')`
  border-top: 1px solid var(--line);
  padding-top: 8px;
  font-variant-numeric: tabular-nums;
`
const Row = styled('div')<{ $isTotal?: boolean }>`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  align-items: center;
  gap: 0 16px;
  min-height: ${(p) => (p.$isTotal ? '40px' : '28px')};
  & > dd {
    margin-left: auto;
    text-align: end;
  }
  color: ${(p) => (p.$isTotal ? 'var(--text-1)' : 'var(--text-2)')};
  ${(p) =>
    p.$isTotal ? 'margin-top: 4px; border-top: 1px solid var(--line); font-weight: 600;' : ''}
`

/** The exact balance of the wallet before and after a credit, or after tokens are taken back. */
export function CreditResult(props: {
  balance: string
  /** The typed amount; null while it is invalid. */
  added: string | null
  /** It was typed here: readable in privacy mode too, so that it can be checked before it is sent. */
  isTyped?: boolean
  /** It is taken away instead. */
  isRemoved?: boolean
  unit: string
  isMasked: boolean
}) {
  const { balance, unit, isMasked, isRemoved = false } = props
  const added = props.added ?? '0'
  const figure = { unit, isMasked, isExact: true }
  return (
    <Box>
      <Row>
        <dt>Balance now</dt>
        <dd>
          <TokenAmount amount={balance} {...figure} />
        </dd>
      </Row>
      <Row>
        <dt>{isRemoved ? 'Removed' : 'Added'}</dt>
        <dd>
          <TokenAmount
            amount={added}
            {...figure}
            isMasked={isMasked && props.isTyped !== true}
            sign={isRemoved ? '−' : '+'}
          />
        </dd>
      </Row>
      <Row $isTotal>
        <dt>Resulting balance</dt>
        <dd>
          <TokenAmount
            amount={isRemoved ? subtractDecimal(balance, added) : addDecimals(balance, added)}
            {...figure}
          />
        </dd>
      </Row>
    </Box>
  )
}
