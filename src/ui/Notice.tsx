import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import { MOBILE, styled } from './theme.ts'

const Root = styled('div')`
  display: grid;
  grid-template-columns: 16px minmax(0, 1fr) auto;
  gap: 2px 12px;
  align-items: start;
  padding: 12px 16px;
  background: var(--warning-tint);
  border-radius: var(--r-md);
  color: var(--text-2);
  overflow-wrap: anywhere;
  & > svg {
    margin-top: 2px;
    color: var(--warning);
  }
  & b {
    font-weight: 500;
    color: var(--text-1);
  }
  & > a {
    color: var(--accent);
    white-space: nowrap;
  }
  ${MOBILE} {
    grid-template-columns: 16px minmax(0, 1fr);
    & > a {
      grid-column: 2;
      margin-top: 8px;
    }
  }
`

/** A lasting fact to act on, above what it is about; an action stands at its end. */
export function Notice(props: {
  icon: LucideIcon
  /** The first sentence as `b`, then the rest. */
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <Root role="status">
      <Icon of={props.icon} />
      <div>{props.children}</div>
      {props.action}
    </Root>
  )
}
