import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { ButtonBox, type ButtonSize, type ButtonVariant } from '#src/ui/controls/Button.tsx'
import { Icon } from '#src/ui/controls/Icon.tsx'

/** A link to a page that looks like a button. */
export function ButtonLink(props: {
  href: string
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: LucideIcon
  isBlock?: boolean
  /** Its name, where the text alone does not say what it leads to. */
  label?: string
  children: ReactNode
}) {
  return (
    <ButtonBox
      as={Link}
      href={props.href}
      $variant={props.variant ?? 'secondary'}
      $size={props.size ?? 'md'}
      $isBlock={props.isBlock ?? false}
      $isBusy={false}
      {...(props.label === undefined ? {} : { 'aria-label': props.label })}
    >
      {props.icon && <Icon of={props.icon} />}
      {props.children}
    </ButtonBox>
  )
}
