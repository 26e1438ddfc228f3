import type { ReactNode } from 'react'
import { CopyButton } from '#src/ui/controls/CopyButton.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'

const Root = styled('div')<{ $isTall: boolean }>`
  display: flex;
  flex-direction: column;
  gap: ${(p) => (p.$isTall ? 6 : 4)}px;
  min-width: 0;
  ${MOBILE} {
    gap: 0;
  }
`
const Label = styled('div')`
  font: var(--t-small);
  font-weight: 500;
  color: var(--text-3);
`
const Value = styled('div')<{ $isTall: boolean }>`
  display: flex;
  align-items: center;
  gap: 4px;
  min-width: 0;
  min-height: ${(p) => (p.$isTall ? 36 : 24)}px;
  color: var(--text-2);
  ${MOBILE} {
    min-height: 28px;
    & button {
      margin: -10px;
    }
  }
`

/** A read-only value: plain text without a box, to distinguish it from inputs. */
export function ReadOnlyField(props: {
  label: string
  children: ReactNode
  /** As high as an input, for a row with one. */
  isTall?: boolean | undefined
  copy?: { what: string; value: string; isMasked?: boolean | undefined } | undefined
}) {
  return (
    <Root $isTall={props.isTall ?? false}>
      <Label>{props.label}</Label>
      <Value $isTall={props.isTall ?? false}>
        <span className="trunc">{props.children}</span>
        {props.copy && <CopyButton {...props.copy} />}
      </Value>
    </Root>
  )
}
