import { Inbox, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import { StateFrame, StateTitle } from './state-frame.ts'

/** What is missing, then what to try. */
export function EmptyState(props: {
  icon?: LucideIcon | undefined
  title: string
  text?: string | undefined
  action?: ReactNode
}) {
  return (
    <StateFrame>
      <Icon of={props.icon ?? Inbox} size={20} />
      <StateTitle>{props.title}</StateTitle>
      {props.text !== undefined && <p>{props.text}</p>}
      {props.action}
    </StateFrame>
  )
}
