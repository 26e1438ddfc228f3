import { MOBILE, styled } from '#src/ui/theme.ts'

/** Two scripts side by side. */
export const Pair = styled('div')`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 16px;
  padding: 20px 24px 24px;
  @media (max-width: 1199px) {
    grid-template-columns: minmax(0, 1fr);
  }
  ${MOBILE} {
    padding: 16px;
  }
`
export const Column = styled('div')`
  display: flex;
  flex-direction: column;
  gap: 8px;
  min-width: 0;
`
export const ColumnHead = styled('div')`
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 28px;
`
export const ColumnLabel = styled('span')`
  display: flex;
  align-items: center;
  gap: 6px;
  margin-right: auto;
  font: var(--t-small);
  font-weight: 500;
  color: var(--text-2);
`
export const EditedDot = styled('i')`
  width: 6px;
  height: 6px;
  border-radius: 50%;
  background: var(--accent);
`
export const Aside = styled('span')`
  font: var(--t-small);
  color: var(--text-3);
`
export const Box = styled('div')<{ $isInvalid?: boolean }>`
  flex: 1;
  display: flex;
  flex-direction: column;
  min-height: 124px;
  overflow: hidden;
  background: var(--bg);
  border: 1px solid ${(p) => (p.$isInvalid ? 'var(--negative)' : 'var(--line-control)')};
  border-radius: var(--r-md);
  &:has(textarea:focus) {
    border-color: var(--focus-ring);
    box-shadow: 0 0 0 1px var(--focus-ring);
  }
`
