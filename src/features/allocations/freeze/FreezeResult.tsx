import { figureFormat } from '#src/domain/text/mask.ts'
import { TokenAmount } from '#src/records/cells/TokenAmount.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { AllocationSummary } from '#src/wire/allocations.ts'

const Sums = styled('dl')`
  font-variant-numeric: tabular-nums;
  & > div {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0 16px;
    min-height: 28px;
    color: var(--text-2);
  }
  & > .total {
    min-height: 40px;
    margin-top: 4px;
    border-top: 1px solid var(--line);
    color: var(--text-1);
    font-weight: 600;
  }
  & dd {
    margin-left: auto;
    overflow-wrap: anywhere;
  }
  /* The token stands below an amount that leaves it no room. */
  & dd > span {
    flex-wrap: wrap;
    justify-content: flex-end;
  }
  ${MOBILE} {
    & > div {
      min-height: 32px;
    }
  }
`

/** What the list will hold, by its parts. */
export function FreezeResult(props: {
  summary: AllocationSummary
  /** Its number, if nobody else freezes one before. */
  number: number
  isMasked: boolean
}) {
  const { summary, isMasked } = props
  const rows = [
    ['Purchased', summary.purchased],
    ['Bonus', summary.bonus],
    ['Credited', summary.credited],
  ] as const
  return (
    <Sums>
      <div>
        <dt>Wallets</dt>
        <dd>
          <MaskableText text={figureFormat(isMasked).count(summary.wallets)} />
        </dd>
      </div>
      {rows.map(([label, tokens]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <TokenAmount isFloored amount={tokens} isMasked={isMasked} />
          </dd>
        </div>
      ))}
      <div className="total">
        <dt>In list {props.number}</dt>
        <dd>
          <TokenAmount
            isFloored
            amount={summary.tokens}
            unit={summary.project_id}
            isMasked={isMasked}
          />
        </dd>
      </div>
    </Sums>
  )
}
