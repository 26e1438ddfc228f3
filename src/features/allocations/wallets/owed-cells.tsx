import { isZeroDecimal } from '#src/domain/money/decimals.ts'
import { TokenAmount } from '#src/records/cells/TokenAmount.tsx'
import { styled } from '#src/ui/theme.ts'

const Root = styled('span')<{ $isQuiet: boolean; $isStrong: boolean }>`
  min-width: 0;
  ${(p) => (p.$isQuiet ? 'color: var(--text-2);' : '')}
  ${(p) => (p.$isStrong ? 'font-weight: 500;' : '')}
`
const Sign = styled('span')<{ $isMore: boolean }>`
  color: var(${(p) => (p.$isMore ? '--positive' : '--negative')});
`

/** Tokens with two decimals, rounded down, and the exact amount as tooltip; zero steps back. */
export function Owed(props: {
  tokens: string
  isMasked: boolean
  isQuiet?: boolean
  isStrong?: boolean
}) {
  const { tokens, isMasked, isQuiet = false, isStrong = false } = props
  if (isZeroDecimal(tokens) && !isMasked) return <span className="t3">0.00</span>
  return (
    <Root $isQuiet={isQuiet} $isStrong={isStrong}>
      <TokenAmount amount={tokens} isMasked={isMasked} isFloored />
    </Root>
  )
}

/** What a wallet is owed more or less than in the list. Only the sign has a colour. */
export function OwedDifference({ tokens, isMasked }: { tokens: string; isMasked: boolean }) {
  if (isMasked || isZeroDecimal(tokens)) return <Owed tokens={tokens} isMasked={isMasked} />
  const isMore = !tokens.startsWith('-')
  return (
    <span title={isMore ? `+${tokens}` : tokens} style={{ minWidth: 0 }}>
      <Sign $isMore={isMore}>{isMore ? '+' : '−'}</Sign>
      <TokenAmount amount={tokens.replace('-', '')} isMasked={false} isFloored />
    </span>
  )
}

/** A wallet that the latest list does not have. */
export const NotListed = () => <span className="t3">Not in it</span>
