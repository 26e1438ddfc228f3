import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { css, MOBILE } from '#src/ui/theme.ts'

const text = css`
  max-width: 100%;
`
/** Looks like text until it is pointed at. A larger touch target leaves the line as high as its text. */
const link = css`
  max-width: 100%;
  border-radius: 2px;
  transition: color var(--d-1);
  text-underline-offset: 3px;
  &:hover,
  &:focus-visible {
    color: var(--accent);
    text-decoration: underline;
    text-decoration-thickness: 1px;
  }
  ${MOBILE} {
    min-width: 44px;
    padding: 12px 0;
    margin: -12px 0;
  }
`

/** The name of a row, which leads to its purchases where they have an address. */
export function RowName(props: { href: string | null; isStrong?: boolean; children: ReactNode }) {
  const style = props.isStrong === true ? { fontWeight: 500 } : {}
  return props.href === null ? (
    <span className={`trunc ${text}`} style={style}>
      {props.children}
    </span>
  ) : (
    <Link href={props.href} className={`trunc ${link}`} style={style}>
      {props.children}
    </Link>
  )
}
