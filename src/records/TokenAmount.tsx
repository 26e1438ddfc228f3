import { mask } from '#src/domain/mask.ts'
import { formatAmount, formatDecimal } from '#src/domain/record-formats.ts'
import { Figure } from '#src/ui/Figure.tsx'
import { styled } from '#src/ui/theme.ts'

const Root = styled('span')<{ $slot: number }>`
  display: inline-flex;
  align-items: baseline;
  max-width: 100%;
  font-variant-numeric: tabular-nums;
  & > .unit {
    flex: none;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    unicode-bidi: plaintext;
    color: var(--text-3);
    font-weight: 400;
    ${(p) =>
      p.$slot > 0
        ? `width: ${p.$slot}px; padding-left: 6px; text-align: left;`
        : 'max-width: 160px;'}
  }
`

/**
 * An amount of a project's tokens: commas and two places (more where it would read as
 * nothing), the exact amount on hover, its unit in a
 * slot of fixed width so that digits line up.
 */
export function TokenAmount(props: {
  /** A decimal text. */
  amount: string
  /** Left out where what stands around it says it. */
  unit?: string | undefined
  isMasked: boolean
  /** Width of the unit's place in px; 0 for none. */
  slot?: number | undefined
  /** Every digit, not two places: where it is about to be sent or added up. */
  isExact?: boolean | undefined
  sign?: '+' | undefined
  size?: 'inline' | 'figure' | undefined
}) {
  const { amount, isMasked } = props
  const text = props.isExact ? formatDecimal(amount, 2) : formatAmount(amount, 2)
  return (
    <Root $slot={props.slot ?? 0} {...(isMasked ? {} : { title: amount })}>
      <Figure
        text={isMasked ? mask('amount') : (props.sign ?? '') + text}
        size={props.size}
        isWrapped
      />
      {props.unit !== undefined && (
        <span className="unit">
          {'\u00a0'}
          {props.unit}
        </span>
      )}
    </Root>
  )
}
