import { MOBILE, styled } from './theme.ts'

/** The row above a calendar: arrows at the ends, month and year in the middle. */
export const CalendarHead = styled('div')`
  display: flex;
  align-items: center;
  height: 32px;
  ${MOBILE} {
    height: 44px;
  }
`
export const Gap = styled('span')`
  flex: 1;
`
/** Keeps the middle in the middle where an arrow is missing. */
export const ArrowRoom = styled('span')`
  width: 28px;
  flex: none;
`
export const Selector = styled('button')`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  height: 28px;
  padding: 0 6px 0 8px;
  border-radius: 6px;
  font: var(--t-label);
  font-weight: 600;
  font-variant-numeric: tabular-nums;
  & > svg {
    color: var(--text-3);
  }
  &:hover {
    background: var(--surface-3);
  }
  ${MOBILE} {
    height: 44px;
    padding: 0 10px;
    font-size: 16px;
  }
`
/** The title of a list that has nothing further to choose above it. */
export const HeadText = styled('span')`
  padding: 0 8px;
  font: var(--t-label);
  font-weight: 600;
  font-variant-numeric: tabular-nums;
`
export const PickGrid = styled('div')<{ $columns: number }>`
  display: grid;
  gap: 4px;
  grid-template-columns: repeat(${(p) => p.$columns}, 1fr);
  margin-top: 12px;
`
export const Pick = styled('button')<{ $isOn: boolean }>`
  height: 44px;
  border-radius: 8px;
  text-align: center;
  font: var(--t-body);
  font-variant-numeric: tabular-nums;
  ${(p) => (p.$isOn ? 'background: var(--ink); color: var(--on-ink); font-weight: 600;' : '')}
  &:hover:not(:disabled) {
    ${(p) => (p.$isOn ? '' : 'background: var(--surface-3);')}
  }
  &:disabled {
    color: var(--text-disabled);
    cursor: not-allowed;
  }
`
