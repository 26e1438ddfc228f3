import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { MOBILE, styled } from './theme.ts'

export type NoticeTone = 'plain' | 'info' | 'warn' | 'bad' | 'ok'

const COLOURS: Record<NoticeTone, { icon: string; surface: string; line: string }> = {
  plain: { icon: 'text-2', surface: 'surface-2', line: 'line-strong' },
  info: { icon: 'info', surface: 'info-tint', line: 'info-tint' },
  warn: { icon: 'warning', surface: 'warning-tint', line: 'warning-tint' },
  bad: { icon: 'negative', surface: 'negative-tint', line: 'negative-tint' },
  ok: { icon: 'positive', surface: 'positive-tint', line: 'positive-tint' },
}

const Root = styled('div')<{ $tone: NoticeTone }>`
  display: grid;
  grid-template-columns: 16px minmax(0, 1fr) auto;
  gap: 2px 12px;
  align-items: start;
  padding: 11px 15px;
  background: var(--${(p) => COLOURS[p.$tone].surface});
  border: 1px solid var(--${(p) => COLOURS[p.$tone].line});
  border-radius: var(--r-md);
  color: var(--text-2);
  overflow-wrap: anywhere;
  & > svg {
    margin-top: 2px;
    color: var(--${(p) => COLOURS[p.$tone].icon});
  }
  & b {
    font-weight: 500;
    color: var(--text-1);
  }
  & > a {
    color: var(--accent);
    white-space: nowrap;
  }
  /* Without an action the text has its place and the gap before it. */
  & > div:last-child:nth-child(2) {
    grid-column: 2 / -1;
  }
  /* A line of text stays as high as it is. A button may stand in what shows its tooltip. */
  & > button,
  & > span > button {
    margin: -4px 0;
  }
  ${MOBILE} {
    grid-template-columns: 16px minmax(0, 1fr);
    & > a,
    & > button,
    & > span > button {
      grid-column: 2;
      justify-self: start;
      margin: 8px 0 0;
    }
    /* A target of 44px, in which the text stays where it is. */
    & > a {
      padding: 12px 0;
      margin: -4px 0 -12px;
    }
  }
`

/** A lasting fact to act on, above what it is about; an action stands at its end. */
export function Notice(props: {
  icon: LucideIcon
  /** A warning by default. */
  tone?: NoticeTone | undefined
  /** `alert` for what interrupts: read out at once. */
  role?: 'status' | 'alert'
  /** Its name for assistive technology; without it, it has none. */
  label?: string
  /** The first sentence as `b`, then the rest. */
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <Root role={props.role ?? 'status'} aria-label={props.label} $tone={props.tone ?? 'warn'}>
      <Icon of={props.icon} />
      <div>{props.children}</div>
      {props.action}
    </Root>
  )
}
