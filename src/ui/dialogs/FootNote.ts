import { MOBILE, styled } from '#src/ui/theme.ts'

/** What happens next, before the buttons of a dialog's foot. */
export const FootNote = styled('span')`
  align-self: center;
  margin-right: auto;
  font: var(--t-small);
  color: var(--text-3);
  ${MOBILE} {
    display: none;
  }
`
