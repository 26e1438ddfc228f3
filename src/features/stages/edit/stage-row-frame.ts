import { styled } from '#src/ui/theme.ts'

const NARROW = '@container stages (max-width: 863px)'

/** The place of the rows, whose width decides how a row is laid out. */
export const Table = styled('div')`
  container: stages / inline-size;
`
/** A row of fields; in a narrow table on two lines, with the labels inside the fields. */
export const Row = styled('div')`
  display: grid;
  grid-template-columns:
    28px minmax(128px, 1.1fr) minmax(112px, 0.7fr) minmax(140px, 1fr) minmax(164px, 1fr)
    minmax(164px, 1fr) 32px;
  gap: 6px 8px;
  align-items: center;
  min-height: 52px;
  padding: 9px 12px 9px 8px;
  background: inherit;
  border-top: 1px solid var(--line);
  & > * {
    min-width: 0;
  }
  ${NARROW} {
    grid-template-columns: 28px minmax(0, 1.1fr) minmax(0, 0.9fr) minmax(0, 1fr) 32px;
    & .inside {
      display: inline;
    }
    & > .move {
      grid-row: 1 / 3;
      align-self: center;
    }
    & > .starts {
      grid-area: 2 / 2;
    }
    & > .ends {
      grid-area: 2 / 3 / auto / 5;
    }
    & > .remove {
      grid-area: 1 / 5;
    }
    & > .below {
      grid-row: 3;
    }
  }
`
/** The names of the columns, only read out where the fields have their own. */
export const HeadRow = styled(Row)`
  min-height: 36px;
  padding-block: 0;
  border-top: 0;
  font: var(--t-small);
  font-weight: 500;
  color: var(--text-3);
  ${NARROW} {
    position: absolute;
    clip-path: inset(50%);
  }
`
/** A row on a phone: the handle, and the button that opens the fields. */
export const PhoneRow = styled('div')`
  display: grid;
  grid-template-columns: 44px minmax(0, 1fr);
  align-items: center;
  border-top: 1px solid var(--line);
  & .move > button {
    width: 44px;
    height: 44px;
  }
`
