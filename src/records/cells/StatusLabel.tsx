import { styled } from '#src/ui/theme.ts'

/** Statuses with a hollow dot: no payment was received. */
const HOLLOW = new Set(['pending', 'expired'])
const COLOURS = new Map(
  ['pending', 'processing', 'completed', 'failed', 'expired', 'refunded'].map((status) => [
    status,
    `var(--status-${status})`,
  ]),
)

const Root = styled('span')<{ $colour: string; $isHollow: boolean }>`
  display: flex;
  align-items: center;
  gap: 8px;
  color: ${(p) => p.$colour};
  font: 600 11px/16px var(--font);
  letter-spacing: 0.04em;
  white-space: nowrap;
  &::before {
    content: '';
    flex: none;
    border-radius: 50%;
    ${(p) =>
      p.$isHollow
        ? 'width: 7px; height: 7px; margin-left: -0.5px; box-shadow: inset 0 0 0 1.5px currentColor;'
        : 'width: 6px; height: 6px; background: currentColor;'}
  }
`

/** A transaction's status in capitals, with a dot. Unknown statuses are grey. */
export function StatusLabel({ status }: { status: string }) {
  return (
    <Root $colour={COLOURS.get(status) ?? 'var(--text-3)'} $isHollow={HOLLOW.has(status)}>
      <span className="trunc" title={status}>
        {status.toUpperCase()}
      </span>
    </Root>
  )
}
