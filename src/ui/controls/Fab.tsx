import type { LucideIcon } from 'lucide-react'
import { styled } from '#src/ui/theme.ts'
import { showReason } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { Tooltip } from './Tooltip.tsx'

const Root = styled('button')`
  position: fixed;
  right: calc(24px + var(--safe-r));
  bottom: calc(24px + var(--safe-b));
  z-index: 30;
  display: inline-flex;
  align-items: center;
  gap: 8px;
  height: 44px;
  padding: 0 16px 0 12px;
  border: 1px solid transparent;
  border-radius: var(--r-full);
  background: var(--ink);
  color: var(--on-ink);
  font: var(--t-label);
  box-shadow: var(--e-2);
  transition: background var(--d-1);
  &:hover {
    background: var(--ink-hover);
  }
  &[aria-disabled='true'] {
    background: var(--surface-2);
    color: var(--text-disabled);
    cursor: not-allowed;
  }
  &:focus-visible {
    box-shadow: var(--focus), var(--e-2);
  }
`

/** Room at the end of the page, so that the button does not cover the last row's action. */
const Room = styled('div')`
  height: 96px;
`

/** The floating button that creates a record. Stands at the end of its page. */
export function Fab(props: {
  label: string
  icon: LucideIcon
  onClick: () => void
  /** Why the button is disabled: it stays focusable and shows the reason in a tooltip, or in a toast when pressed. */
  disabledReason?: string | undefined
}) {
  const { disabledReason } = props
  const isInert = disabledReason !== undefined
  return (
    <>
      <Room />
      <Tooltip text={disabledReason ?? null}>
        <Root
          type="button"
          {...(isInert ? { 'aria-disabled': true } : {})}
          onClick={() => {
            if (isInert) showReason(disabledReason)
            else props.onClick()
          }}
        >
          <Icon of={props.icon} />
          {props.label}
        </Root>
      </Tooltip>
    </>
  )
}
