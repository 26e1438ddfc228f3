import { CARDS } from '#src/records/list/in-cards.ts'
import { styled } from '#src/ui/theme.ts'

/** The corrections of an opened row, below its facts. Nothing where there are none. */
export const RowActions = styled('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  margin-top: 16px;
  &:empty {
    display: none;
  }
  ${CARDS} {
    display: grid;
    margin: 12px 0;
    &:empty {
      display: none;
    }
  }
`
