import { styled } from '#src/ui/theme.ts'

export const Block = styled('div')`
  display: flex;
  flex-direction: column;
  gap: 6px;
  min-width: 0;
`
export const BlockLabel = styled('span')`
  font: var(--t-small);
  font-weight: 500;
  color: var(--text-2);
`
