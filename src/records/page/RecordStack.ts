import { MOBILE, styled } from '#src/ui/theme.ts'

/** What stands above the columns of a record's page, one below the other. */
export const RecordStack = styled('div')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  margin-bottom: 16px;
  ${MOBILE} {
    gap: 12px;
    margin-bottom: 12px;
  }
  & > div {
    margin-bottom: 0;
  }
`
