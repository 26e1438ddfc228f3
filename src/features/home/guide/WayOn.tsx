import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { css, MOBILE } from '#src/ui/theme.ts'

const way = css`
  display: inline-flex;
  align-items: center;
  height: var(--h-md);
  padding: 0 12px;
  border-radius: var(--r-md);
  background: var(--ink);
  color: var(--on-ink);
  font: var(--t-label);
  &:hover {
    background: var(--ink-hover);
  }
  ${MOBILE} {
    height: 44px;
    padding: 0 16px;
  }
`

/** Where a step of the guide is done, as its primary button. */
export function WayOn({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link href={to} className={way}>
      {children}
    </Link>
  )
}
