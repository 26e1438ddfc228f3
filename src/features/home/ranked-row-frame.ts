import { MOBILE, PRINT, styled } from '#src/ui/theme.ts'
import type { RowKind } from './row-geometry.ts'

/** Label, value and share; a change that is wider than a share widens the column of all rows. */
const COLUMNS: Record<RowKind, { desk: string; mobile: string }> = {
  plain: {
    desk: 'minmax(0, 1fr) auto minmax(52px, auto)',
    mobile: 'minmax(0, 1fr) auto minmax(60px, auto)',
  },
  deposits: {
    desk: 'minmax(0, 1fr) auto minmax(56px, auto)',
    mobile: 'minmax(0, 1fr) auto minmax(64px, auto)',
  },
  campaigns: { desk: 'minmax(0, 1fr) auto', mobile: 'minmax(0, 1fr) auto' },
}
const PADDING: Record<RowKind, { desk: number; mobile: number }> = {
  plain: { desk: 2, mobile: 6 },
  deposits: { desk: 4, mobile: 4 },
  campaigns: { desk: 4, mobile: 8 },
}

export const Rows = styled('div')<{ $look: RowKind }>`
  position: relative;
  display: grid;
  grid-template-columns: ${(p) => COLUMNS[p.$look].desk};
  align-content: start;
  column-gap: 8px;
  margin-top: 12px;
  container-type: inline-size;
  ${MOBILE} {
    grid-template-columns: ${(p) => COLUMNS[p.$look].mobile};
  }
`
/** One canvas draws the bars of all rows, beneath their text. */
export const Canvas = styled('div')`
  position: absolute;
  inset: 0 0 auto;
  pointer-events: none;
  ${PRINT} {
    /* Each bar stays below the text of its row. */
    & canvas {
      height: 100% !important;
    }
  }
`
export const PlainRow = styled('div')<{ $look: RowKind }>`
  position: relative;
  grid-column: 1 / -1;
  display: grid;
  grid-template-columns: subgrid;
  align-content: start;
  align-items: center;
  column-gap: 8px;
  padding-top: ${(p) => PADDING[p.$look].desk}px;
  ${MOBILE} {
    padding-top: ${(p) => PADDING[p.$look].mobile}px;
  }
`
export const CampaignButton = styled('button')`
  position: relative;
  grid-column: 1 / -1;
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto 16px;
  align-content: start;
  align-items: center;
  column-gap: 8px;
  width: 100%;
  padding-top: 4px;
  border-radius: 4px;
  text-align: left;
  &:hover > :first-child {
    color: var(--ink-hover);
  }
  ${MOBILE} {
    grid-template-columns: minmax(0, 1fr) auto 20px;
    padding-top: 8px;
  }
`
export const Go = styled('span')`
  align-self: center;
  margin-right: -4px;
  color: var(--text-3);
`
/** A country's code before its name. */
export const CodeTag = styled('span')`
  display: inline-flex;
  flex: none;
  align-items: center;
  justify-content: center;
  width: 24px;
  height: 16px;
  padding-top: 1px;
  border-radius: 3px;
  background: var(--surface-3);
  color: var(--text-2);
  font: 500 10px/16px var(--mono);
  letter-spacing: 0.02em;
  /* Where room is short the name says more. */
  @container (max-width: 264px) {
    display: none;
  }
`
