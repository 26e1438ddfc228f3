import { CircleCheck, CircleHelp, CircleX, LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '#src/ui/Icon.tsx'
import { styled } from '#src/ui/theme.ts'

type Outcome = 'unknown' | 'done' | 'refused'

const COLOURS: Record<Outcome, string> = {
  unknown: 'warning',
  done: 'positive',
  refused: 'negative',
}
const ICONS = { unknown: CircleHelp, done: CircleCheck, refused: CircleX }

const Box = styled('div')<{ $outcome: Outcome }>`
  display: flex;
  gap: 12px;
  padding: 12px;
  background: var(--${(p) => COLOURS[p.$outcome]}-tint);
  border-radius: var(--r-md);
  color: var(--text-1);
  & > svg {
    flex: none;
    margin-top: 2px;
    color: var(--${(p) => COLOURS[p.$outcome]});
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

/** Says that the outcome of a write is not known, and what is being done about it; or what it is. */
export function OutcomeNote(props: {
  isChecking: boolean
  /** 'unknown' unless given. */
  outcome?: Outcome
  children: ReactNode
  /** A button that finds out. */
  action?: ReactNode
}) {
  const { outcome = 'unknown' } = props
  return (
    <Box role="status" $outcome={outcome}>
      <Icon
        of={props.isChecking ? LoaderCircle : ICONS[outcome]}
        className={props.isChecking ? 'spin' : undefined}
      />
      <p>{props.children}</p>
      {props.action}
    </Box>
  )
}
