import { Inbox, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { StateFrame } from './StateFrame.tsx'

/** Shown instead of missing content: what is missing, then what to try. */
export function EmptyState(props: {
  icon?: LucideIcon | undefined
  title: string
  text?: string | undefined
  action?: ReactNode
}) {
  return (
    <StateFrame icon={props.icon ?? Inbox} title={props.title} text={props.text}>
      {props.action}
    </StateFrame>
  )
}
