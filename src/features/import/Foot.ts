import { MOBILE, styled } from '#src/ui/theme.ts'

/** The buttons below a box; the first child stands at the left. */
export const Foot = styled('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  & > div {
    flex: 1;
  }
  & > p {
    font: var(--t-small);
    color: var(--text-3);
  }
  ${MOBILE} {
    & > div,
    & button {
      flex: 1 1 100%;
      width: 100%;
    }
  }
`
