import { MOBILE, PRINT, styled } from '#src/ui/theme.ts'

const DESKTOP = '@media screen and (min-width: 851px)'
const MEDIUM = '@media screen and (min-width: 960px)'
const WIDE = '@media screen and (min-width: 1100px)'

/**
 * A table of names and figures. It is a native one, whose headings are repeated on every page of
 * paper. On phones each row is a list of labels and figures. The classes of its cells: `name` takes
 * the room that the figures leave, `figure` stands beside it, `part` has its `label` before it on
 * phones, `link` leads to the rows behind it.
 */
export const FigureTable = styled('table')`
  width: 100%;
  border-collapse: collapse;
  font-variant-numeric: tabular-nums;
  & td,
  & th {
    font-weight: 400;
    text-align: end;
    white-space: nowrap;
  }
  & tr > :first-child {
    text-align: start;
  }
  & thead th {
    font: var(--t-small);
    font-weight: 500;
    color: var(--text-3);
  }
  & tbody tr {
    border-top: 1px solid var(--line);
  }
  & th.name > span {
    display: block;
  }
  & th.strong {
    font-weight: 500;
  }
  & .quiet {
    color: var(--text-2);
  }
  & .label {
    display: none;
    font-weight: 400;
    color: var(--text-3);
  }
  & tr.total {
    background: var(--surface-2);
  }
  & tr.total > * {
    font-weight: 600;
  }
  ${DESKTOP} {
    --gap: 6px;
    --side: var(--edge, 20px);
    --link: 48px;
    & td,
    & th {
      height: 40px;
      padding: 4px 0 4px var(--gap);
    }
    & tr > :first-child {
      padding-left: var(--side);
    }
    & tr > :last-child {
      padding-right: var(--side);
    }
    & th.name {
      width: 100%;
      max-width: 0;
    }
    & th.wide {
      min-width: 96px;
    }
    & td.link,
    & th.link {
      width: var(--link);
      padding-left: calc(var(--link) - 28px - var(--side));
    }
    /* Without a link, a figure stands under the others. */
    & td.figure[colspan] {
      padding-right: var(--link);
    }
    &.lines td,
    &.lines th,
    & tr.total > * {
      height: 48px;
    }
    & tr.final > * {
      height: 56px;
      font-size: 15px;
    }
  }
  ${MEDIUM} {
    --gap: 10px;
    --link: 52px;
    & th.wide {
      min-width: 128px;
    }
  }
  ${WIDE} {
    --gap: 16px;
    --link: 64px;
    & th.wide {
      min-width: 176px;
    }
    & th.medium {
      min-width: 104px;
    }
  }
  ${MOBILE} {
    display: block;
    & thead {
      position: absolute;
      clip-path: inset(50%);
    }
    & tbody {
      display: block;
    }
    & tbody tr {
      position: relative;
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 4px 12px;
      min-height: 44px;
      padding: 11px 16px;
    }
    & tbody tr.linked {
      padding-right: 48px;
    }
    & tbody th {
      flex: 1 1 min-content;
      min-width: 0;
      white-space: normal;
    }
    /* Without room beside its label, a figure goes under it, whole. */
    & td.figure {
      margin-left: auto;
    }
    & td.part {
      order: 1;
      flex: 1 0 100%;
      display: flex;
      justify-content: space-between;
      gap: 12px;
    }
    & .label {
      display: inline;
    }
    & td.link {
      position: absolute;
      top: 0;
      right: 4px;
    }
    & tr.final > * {
      font-size: 17px;
    }
  }
  ${PRINT} {
    border-bottom: 1px solid var(--line);
    & td,
    & th {
      height: 28px;
      padding: 2px 4px 2px 16px;
    }
    & tr > :first-child {
      padding-left: 4px;
    }
    & th.name > span {
      white-space: normal;
      overflow-wrap: anywhere;
    }
    & tr.total {
      border-top-color: var(--text-3);
    }
    & td.link,
    & th.link {
      display: none;
    }
  }
`

/** What a line is, after its name. */
export const Note = styled('small')`
  margin-left: 4px;
  font: var(--t-small);
  color: var(--text-3);
  ${MOBILE} {
    display: block;
    margin-left: 0;
  }
`
