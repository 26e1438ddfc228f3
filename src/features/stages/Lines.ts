import { styled } from '#src/ui/theme.ts'

/** Two lines of a cell, in a row of 60 px; one line stands in its middle. */
export const Lines = styled('span')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: center;
  min-height: 59px;
  min-width: 0;
  padding: 9px 0;
  font-variant-numeric: tabular-nums;
  & small {
    font: var(--t-small);
    color: var(--text-3);
  }
  & > .name {
    display: flex;
    align-items: center;
    gap: 8px;
    min-width: 0;
    font-weight: 500;
  }
  & > a {
    justify-self: start;
    font: var(--t-small);
    color: var(--text-2);
  }
`
