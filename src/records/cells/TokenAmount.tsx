import { formatAmount, formatDecimal, formatFloor } from '#src/domain/sale/record-formats.ts'
import { mask } from '#src/domain/text/mask.ts'
import { Figure } from '#src/ui/text/Figure.tsx'
import { styled } from '#src/ui/theme.ts'

const Root = styled('span')<{ $slot: number }>`
  display: inline-flex;
  align-items: baseline;
  max-width: 100%;
  font-variant-numeric: tabular-nums;
  & > .unit {
    flex: none;
    overflow: clip;
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
 * An amount of a project's tokens: thousands separators and two decimals (more if the amount would
 * read as zero), with the exact amount as tooltip.
 */
export function TokenAmount(props: {
  /** A decimal string. */
  amount: string
  /** Omitted where the context names it. */
  unit?: string | undefined
  isMasked: boolean
  /** A fixed width in px for the unit, so that digits line up; 0 for the unit's own width. */
  slot?: number | undefined
  /** Shows all decimals: for amounts that are about to be sent or added up. */
  isExact?: boolean | undefined
  /** Shows two decimals, rounded down: for what is owed. */
  isFloored?: boolean | undefined
  sign?: '+' | '−' | undefined
  size?: 'inline' | 'figure' | 'hero' | undefined
}) {
  const { amount, isMasked } = props
  const shown = props.isFloored ? formatFloor(amount) : formatAmount(amount, 2)
  const text = props.isExact ? formatDecimal(amount, 2) : shown
  return (
    <Root $slot={props.slot ?? 0} {...(isMasked ? {} : { title: amount })}>
      <Figure
        text={isMasked ? mask('amount') : (props.sign ?? '') + text}
        size={props.size}
        isWrapped
      />
      {props.unit !== undefined && <span className="unit">{`\u00a0${props.unit}`}</span>}
    </Root>
  )
}
