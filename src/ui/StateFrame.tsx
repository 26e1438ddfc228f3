import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { styled } from './theme.ts'

const Root = styled('div')`
  display: flex;
  flex: 1;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: 4px;
  padding: 24px;
  text-align: center;
  color: var(--text-3);
  & > svg {
    margin-bottom: 8px;
  }
  & > button {
    margin-top: 12px;
  }
`
const Title = styled('b')`
  font: var(--t-label);
  color: var(--text-1);
`

/** The centred layout of EmptyState and ErrorState: icon, title, text, then an action. */
export function StateFrame(props: {
  role?: 'alert'
  icon: LucideIcon
  title: string
  text?: string | undefined
  children?: ReactNode
}) {
  return (
    <Root role={props.role}>
      <Icon of={props.icon} size={20} />
      <Title>{props.title}</Title>
      {props.text !== undefined && <p>{props.text}</p>}
      {props.children}
    </Root>
  )
}
