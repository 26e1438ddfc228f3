import type { ReactNode } from 'react'
import { CheckMark } from '#src/ui/controls/CheckMark.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'

const Root = styled('button')`
  display: flex;
  align-items: center;
  gap: 10px;
  width: 100%;
  min-height: 36px;
  border-radius: var(--r-sm);
  color: var(--text-1);
  font: var(--t-body);
  ${MOBILE} {
    min-height: 44px;
  }
`

/** A checkbox with its label; mixed (a dash) when only part of a group is selected. */
export function CheckField(props: {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  isMixed?: boolean | undefined
  describedBy?: string | undefined
  /** Replaces the visible label: a project's name with its colour. */
  children?: ReactNode
}) {
  return (
    <Root
      type="button"
      role="checkbox"
      aria-label={props.label}
      aria-describedby={props.describedBy}
      aria-checked={props.isMixed ? 'mixed' : props.checked}
      onClick={() => props.onChange(props.isMixed ? true : !props.checked)}
    >
      <CheckMark isChecked={props.checked} isMixed={props.isMixed} />
      {props.children ?? props.label}
    </Root>
  )
}
