import { Surface } from '#src/ui/Surface.ts'
import { MOBILE, styled } from '#src/ui/theme.ts'

/** A box of the page, under the one before. */
export const Box = styled(Surface)`
  margin-bottom: 16px;
  overflow: clip;
  ${MOBILE} {
    margin-bottom: 12px;
  }
`

/** The title row of a box, with a line at its end. */
export const Head = styled('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 12px;
  min-height: 56px;
  padding: 12px 20px;
  & > h2 {
    flex: 1 0 auto;
    font: var(--t-title);
    letter-spacing: -0.006em;
  }
  & > span {
    font: var(--t-small);
    color: var(--text-3);
    font-variant-numeric: tabular-nums;
  }
  ${MOBILE} {
    padding: 12px 16px;
  }
`

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
