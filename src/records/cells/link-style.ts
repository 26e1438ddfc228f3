import { css, MOBILE } from '#src/ui/theme.ts'

/** The class of a link to a record. A larger touch target leaves the line as high as its text. */
export const linkStyle = css`
  text-decoration: underline;
  text-decoration-color: var(--text-disabled);
  text-decoration-thickness: 1px;
  text-underline-offset: 3px;
  transition: color var(--d-1);
  &:hover,
  &:focus-visible {
    color: var(--accent);
    text-decoration-color: currentColor;
  }
  ${MOBILE} {
    display: inline-block;
    min-width: 44px;
    padding: 14px 0;
    margin: -14px 0;
  }
`
