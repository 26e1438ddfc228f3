import { styled } from '#src/ui/theme.ts'

/** A row of a panel's list on phones. */
export const CardBox = styled('li')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 6px;
  padding: 16px;
  border-top: 1px solid var(--line);
`

/** What stands at both ends of one line; what has no room wraps. */
export const CardLine = styled('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0 8px;
  min-height: 20px;
  min-width: 0;
  font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere;
  & > * {
    min-width: 0;
  }
  & > :last-child:not(:first-child) {
    margin-left: auto;
    text-align: right;
  }
  & > .name {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
    font-weight: 500;
    & > .trunc {
      white-space: normal;
    }
  }
  & > b {
    font-weight: 600;
  }
`
