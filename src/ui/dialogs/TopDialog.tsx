import { Dialog as AriaDialog } from '@ariakit/react/dialog'
import { useEffect, useRef, type ReactNode } from 'react'
import { trapTab } from '#src/ui/focus/tab-stops.ts'
import { keyframes, MOBILE, styled } from '#src/ui/theme.ts'
import { TOASTS_ID } from '#src/ui/toasts.tsx'
import { Scrim } from './Dialog.tsx'
import { watchScreenKeyboard } from './screen-keyboard.ts'
import { isSecondClick } from './second-click.ts'

const drop = keyframes`
  from { opacity: 0; transform: translateY(-8px); }
`
const lift = keyframes`
  to { opacity: 0; transform: translateY(-8px); }
`
/** A low window has no room to spare. */
const TOP = 'min(88px, 10vh)'

const Panel = styled('div')`
  position: fixed;
  inset: calc(${TOP} + var(--edge-t)) calc(16px + var(--safe-r)) auto calc(16px + var(--safe-l));
  z-index: var(--z-dialog);
  display: flex;
  flex-direction: column;
  width: 640px;
  max-width: calc(var(--layer-w) - 32px);
  max-height: calc(var(--layer-h) - ${TOP} - 16px);
  margin: 0 auto;
  overflow: hidden;
  background: var(--surface-1);
  border: 1px solid var(--line-strong);
  border-radius: var(--r-xl);
  box-shadow: var(--e-3);
  outline: none;
  animation: ${drop} var(--d-2) var(--ease-out);
  &[data-leave] {
    animation: ${lift} var(--d-1) var(--ease-in) forwards;
  }
  ${MOBILE} {
    inset: var(--keyboard-t) 0 var(--keyboard-b);
    width: auto;
    max-width: none;
    max-height: none;
    padding: var(--safe-t) var(--safe-r) var(--safe-b) var(--safe-l);
    background: var(--bg);
    border: 0;
    border-radius: 0;
  }
`

/**
 * A modal dialog without a header, near the top of the window; the whole screen at 850 px or less.
 * The element with `data-autofocus` gets the focus. Escape and the scrim close it.
 * @param keepsFocus whether closing leaves the focus where it is: what was chosen moves it
 */
export function TopDialog(props: {
  label: string
  isOpen: boolean
  onClose: () => void
  keepsFocus: () => boolean
  children: ReactNode
}) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => (props.isOpen ? watchScreenKeyboard() : undefined), [props.isOpen])
  return (
    <AriaDialog
      ref={panel}
      open={props.isOpen}
      onClose={props.onClose}
      // The second click of the double click that opened it.
      hideOnInteractOutside={(event) => !isSecondClick(event)}
      unmountOnHide
      onKeyDown={trapTab}
      aria-label={props.label}
      backdrop={<Scrim />}
      render={<Panel />}
      getPersistentElements={() => {
        const toasts = document.getElementById(TOASTS_ID)
        return toasts ? [toasts] : []
      }}
      autoFocusOnShow={() => {
        panel.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
        return false
      }}
      autoFocusOnHide={() => !props.keepsFocus()}
    >
      {props.children}
    </AriaDialog>
  )
}
