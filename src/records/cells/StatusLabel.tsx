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
  display: block;
  color: ${(p) => p.$colour};
  font: 600 11px/16px var(--font);
  letter-spacing: 0.04em;
  &::before {
    content: '';
    display: inline-block;
    vertical-align: top;
    margin-right: 8px;
    border-radius: 50%;
    ${(p) =>
      p.$isHollow
        ? 'width: 7px; height: 7px; margin-top: 4.5px; margin-left: -0.5px; box-shadow: inset 0 0 0 1.5px currentColor;'
        : 'width: 6px; height: 6px; margin-top: 5px; background: currentColor;'}
  }
`

/** A transaction's status in capitals, with a dot. Unknown statuses are grey. */
export function StatusLabel({ status }: { status: string }) {
  return (
    <Root
      className="trunc"
      title={status}
      $colour={COLOURS.get(status) ?? 'var(--text-3)'}
      $isHollow={HOLLOW.has(status)}
    >
      {status.toUpperCase()}
    </Root>
  )
}
