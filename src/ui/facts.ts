import { MOBILE, styled } from './theme.ts'

/** Labels above values, side by side (spread over the width if asked); on a phone in rows. */
export const Facts = styled('dl')<{ $isSpread?: boolean }>`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 40px;
  margin-bottom: ${(p) => (p.$isSpread ? 0 : 16)}px;
  ${(p) => (p.$isSpread ? 'justify-content: space-between; & dd { min-height: 20px; }' : '')}
  ${MOBILE} {
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
    margin-top: 4px;
    overflow-wrap: anywhere;
  }
  ${MOBILE} {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 16px;
    min-height: 44px;
    & + & {
      border-top: 1px solid var(--line);
    }
    & > dd {
      margin: 0;
      text-align: end;
    }
  }
`
