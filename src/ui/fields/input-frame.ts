import type { ElementType } from 'react'
import { MOBILE, styled } from '#src/ui/theme.ts'

export type InputSize = 'sm' | 'md' | 'lg'
const HEIGHTS: Record<InputSize, number> = { sm: 32, md: 36, lg: 40 }
export const RING = 'border-color: var(--focus-ring); box-shadow: 0 0 0 1px var(--focus-ring);'

/** The box around every text input and select: 32, 36 or 40 high, 44 on touch. */
export const InputFrame = styled('div')<{
  as?: ElementType
  $size: InputSize
  $isInvalid: boolean
  $isDisabled: boolean
}>`
  height: ${(p) => HEIGHTS[p.$size]}px;
  display: flex;
  align-items: center;
  gap: 8px;
  width: 100%;
  min-width: 0;
  padding: 0 ${(p) => (p.$size === 'sm' ? '8px 0 10px' : '12px')};
  background: var(--surface-2);
  border: 1px solid var(--line-control);
  border-radius: var(--r-md);
  color: var(--text-1);
  font: var(--t-body);
  text-align: left;
  transition:
    border-color var(--d-1),
    box-shadow var(--d-1);
  & > svg {
    color: var(--text-3);
  }
  &:hover {
    border-color: var(--line-hover);
  }
  ${(p) => (p.$isInvalid ? '&, &:hover { border-color: var(--negative); }' : '')}
  &:has(input:focus),
  &:has(textarea:focus) {
    ${RING}
  }
  /* Where a browser lacks :has, also for a button inside. */
  @supports not selector(:has(*)) {
    &:focus-within {
      ${RING}
    }
  }
  &[aria-expanded='true'],
  &:focus-visible {
    ${RING}
  }
  ${(p) =>
    p.$isDisabled
      ? '&, &:hover { color: var(--text-disabled); background: var(--surface-1); border-color: var(--line); cursor: not-allowed; }'
      : ''}
  ${MOBILE} {
    height: 44px;
    font-size: 16px;
  }
`

/** The input inside the frame; the frame shows the focus. */
export const BareInput = styled('input')<{ $isMono?: boolean }>`
  flex: 1;
  min-width: 0;
  width: 100%;
  height: 100%;
  padding: 0;
  border: 0;
  background: none;
  color: inherit;
  outline: none;
  font: var(--t-field${(p) => (p.$isMono ? '-code' : '')});
  font-variant-numeric: tabular-nums;
  &:focus-visible {
    outline: none;
    box-shadow: none;
  }
  &:disabled {
    cursor: not-allowed;
    -webkit-text-fill-color: var(--text-disabled);
  }
  &:-webkit-autofill {
    -webkit-text-fill-color: var(--text-1);
    box-shadow: inset 0 0 0 40px var(--surface-2);
    caret-color: var(--text-1);
  }
  &::-webkit-search-cancel-button {
    display: none;
  }
`

/** A suffix after a value: a unit or a currency. */
export const Suffix = styled('span')`
  color: var(--text-3);
  flex: none;
  max-width: 40%;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`
