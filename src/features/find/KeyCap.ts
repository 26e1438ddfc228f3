import { styled } from '#src/ui/theme.ts'

/** A key as it stands on the keyboard. */
export const KeyCap = styled('kbd')`
  display: inline-grid;
  place-items: center;
  flex: none;
  min-width: 18px;
  height: 18px;
  padding: 0 4px;
  border: 1px solid var(--line-control);
  border-radius: var(--r-xs);
  background: var(--surface-2);
  color: var(--text-2);
  font: 500 10px/1 var(--mono);
`
