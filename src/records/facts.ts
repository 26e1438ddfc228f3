import { CARDS } from './in-cards.ts'
import { styled } from '#src/ui/theme.ts'

/** Labels above values, side by side; on a card in rows. */
export const Facts = styled('dl')`
  display: flex;
  flex-wrap: wrap;
  gap: 12px 32px;
  &:not(:last-child) {
    margin-bottom: 16px;
  }
  ${CARDS} {
    display: block;
    margin-bottom: 8px;
  }
`

export const Fact = styled('div')`
  min-width: 0;
  max-width: 100%;
  & > dt {
    font: var(--t-small);
    color: var(--text-3);
  }
  & > dd {
    display: flex;
    align-items: center;
    min-height: 24px;
    min-width: 0;
    margin-top: 2px;
    overflow-wrap: anywhere;
  }
  /* What a cell cuts at its end is whole here. */
  & > dd .trunc {
    white-space: normal;
  }
  ${CARDS} {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    min-height: 44px;
    & + & {
      border-top: 1px solid var(--line);
    }
    & > dt {
      flex: none;
      max-width: 50%;
    }
    & > dd {
      margin: 0;
      text-align: end;
    }
  }
`
