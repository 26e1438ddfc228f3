import { CircleHelp, LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import { styled } from './theme.ts'

const Box = styled('div')`
  display: flex;
  gap: 12px;
  padding: 12px;
  background: var(--warning-tint);
  border-radius: var(--r-md);
  color: var(--text-1);
  & > svg {
    flex: none;
    margin-top: 2px;
    color: var(--warning);
  }
  & > p {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & > button {
    flex: none;
    align-self: center;
  }
  & a {
    text-decoration: underline;
  }
`

/** Says that the outcome of a write is not known, and what is being done about it. */
export function OutcomeNote(props: {
  isChecking: boolean
  children: ReactNode
  /** A button that finds out. */
  action?: ReactNode
}) {
  return (
    <Box role="status">
      <Icon
        of={props.isChecking ? LoaderCircle : CircleHelp}
        className={props.isChecking ? 'spin' : undefined}
      />
      <p>{props.children}</p>
      {props.action}
    </Box>
  )
}
