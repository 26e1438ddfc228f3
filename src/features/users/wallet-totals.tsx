import { figureFormat } from '#src/domain/text/mask.ts'
import { TokenAmount } from '#src/records/cells/TokenAmount.tsx'
import { UsdAmount } from '#src/records/cells/UsdAmount.tsx'
import { Card } from '#src/ui/Card.tsx'
import { CopyButton } from '#src/ui/controls/CopyButton.tsx'
import { SumList, SumRow } from '#src/ui/lists/SumList.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { styled } from '#src/ui/theme.ts'
import type { WalletDetails } from '#src/wire/wallet-details.ts'
import { WalletInList } from './WalletInList.tsx'

const Hero = styled('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0 8px;
  margin: 4px 0 8px;
  min-width: 0;
  & > .unit {
    max-width: 100%;
    color: var(--text-3);
    font: 500 16px/24px var(--font);
  }
`

type Props = { details: WalletDetails; isMasked: boolean }

/** The tokens of a wallet, and how they add up, to the last decimal. */
export function TotalTokens({ details: { wallet, totals }, isMasked }: Props) {
  const exact = { isMasked, isExact: true }
  const { count } = figureFormat(isMasked)
  // The plural reveals nothing.
  const purchases = totals.purchases === 1 && !isMasked ? 'purchase' : 'purchases'
  return (
    <Card
      title="Total tokens"
      tools={<CopyButton what="total tokens" value={wallet.total_tokens} isMasked={isMasked} />}
    >
      <Hero>
        <TokenAmount amount={wallet.total_tokens} isMasked={isMasked} size="hero" />
        <span className="unit trunc" title={wallet.project_id}>
          {wallet.project_id}
        </span>
      </Hero>
      <SumList>
        <SumRow
          label="Tokens bought"
          count={
            <>
              <MaskableText text={count(totals.purchases)} /> {purchases}
            </>
          }
        >
          <TokenAmount amount={totals.tokens_bought} {...exact} />
        </SumRow>
        <SumRow label="Bonuses" count={<MaskableText text={count(totals.bonuses)} />}>
          <TokenAmount amount={totals.bonus_tokens} {...exact} />
        </SumRow>
        <SumRow label="Credits" count={<MaskableText text={count(totals.credits)} />}>
          <TokenAmount amount={totals.credited_tokens} {...exact} />
        </SumRow>
        <SumRow label="Total" isTotal>
          <TokenAmount amount={wallet.total_tokens} {...exact} />
        </SumRow>
      </SumList>
      <WalletInList wallet={wallet} isMasked={isMasked} />
    </Card>
  )
}

/** What a wallet paid and was paid. */
export function Money({ details: { totals }, isMasked }: Props) {
  const rows = [
    ['Paid, completed', totals.paid_usd],
    ['Under way', totals.under_way_usd],
    ['Failed and expired', totals.failed_usd],
    ['Referral payouts received', totals.referral_payouts_usd],
  ] as const
  return (
    <Card title="Money">
      <SumList>
        {rows.map(([label, amount]) => (
          <SumRow key={label} label={label}>
            <UsdAmount amount={amount} isMasked={isMasked} />
          </SumRow>
        ))}
      </SumList>
    </Card>
  )
}
