import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { styled } from '#src/ui/theme.ts'

export type BadgeTone = 'neutral' | 'positive' | 'warning' | 'negative' | 'info' | 'line'

const TONES: Record<BadgeTone, string> = {
  neutral: 'background: var(--surface-3); color: var(--text-2);',
  positive: 'background: var(--positive-tint); color: var(--positive);',
  warning: 'background: var(--warning-tint); color: var(--warning);',
  negative: 'background: var(--negative-tint); color: var(--negative);',
  info: 'background: var(--info-tint); color: var(--info);',
  line: 'border: 1px solid var(--line-strong); color: var(--text-2);',
}

const Root = styled('span')<{ $tone: BadgeTone }>`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  height: 20px;
  padding: 0 8px;
  border-radius: var(--r-full);
  font: 500 11px/18px var(--font);
  white-space: nowrap;
  ${(p) => TONES[p.$tone]}
`

/** A state as a word; the colour only repeats it. */
export function Badge(props: {
  tone?: BadgeTone | undefined
  icon?: LucideIcon | undefined
  children: ReactNode
}) {
  return (
    <Root $tone={props.tone ?? 'neutral'}>
      {props.icon && <Icon of={props.icon} size={12} />}
      {props.children}
    </Root>
  )
}
