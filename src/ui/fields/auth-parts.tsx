import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'

// The parts of the pages around signing in, which have neither sidebar nor cards.

const Badge = styled('div')`
  display: grid;
  place-items: center;
  width: 48px;
  height: 48px;
  margin-bottom: 24px;
  background: var(--surface-2);
  border: 1px solid var(--line-strong);
  border-radius: 12px;
`

/** The icon above a title that says what happened. */
export function AuthIcon({ of }: { of: LucideIcon }) {
  return (
    <Badge aria-hidden>
      <Icon of={of} size={20} />
    </Badge>
  )
}

/** The sentence below the title. */
export const Lead = styled('p')`
  margin-top: 8px;
  color: var(--text-2);
  & b {
    font-weight: 400;
    color: var(--text-1);
    overflow-wrap: anywhere;
  }
`

/** Fields and buttons below the title. */
export const Stack = styled('div')`
  display: grid;
  gap: 16px;
  margin-top: 32px;
  /* A button with a tooltip stands in a span without a box. */
  & > * + button,
  & > * + span > button {
    margin-top: 8px;
  }
`

const Line = styled('div')`
  display: flex;
  align-items: center;
  gap: 12px;
  font: var(--t-small);
  color: var(--text-3);
  &::before,
  &::after {
    content: '';
    flex: 1;
    height: 1px;
    background: var(--line-strong);
  }
`

/** The line between two ways to go on. */
export const OrLine = () => <Line>or</Line>

const Anchor = styled('a')`
  justify-self: center;
  font: var(--t-small);
  color: var(--accent);
  &:hover {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  ${MOBILE} {
    padding: 13px 8px;
    margin: -10px 0;
  }
`

/** A link that the app follows itself; `href` is for another tab. */
export function AuthLink(props: {
  href: string
  className?: string
  onFollow: () => void
  children: ReactNode
}) {
  const { href, className, onFollow, children } = props
  return (
    <Anchor
      href={href}
      {...(className === undefined ? {} : { className })}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onFollow()
      }}
    >
      {children}
    </Anchor>
  )
}
