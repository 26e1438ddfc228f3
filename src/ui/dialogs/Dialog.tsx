import { Dialog as AriaDialog } from '@ariakit/react/dialog'
import { memo, useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { Button } from '#src/ui/controls/Button.tsx'
import { trapTab } from '#src/ui/focus/tab-stops.ts'
import { MOBILE, keyframes, styled } from '#src/ui/theme.ts'
import { TOASTS_ID } from '#src/ui/toasts.tsx'
import { useIsMobile } from '#src/ui/use-media.ts'
import { DialogLayout, type DialogLayoutProps } from './DialogLayout.tsx'
import { watchScreenKeyboard } from './screen-keyboard.ts'
import { isSecondClick } from './second-click.ts'

const fade = keyframes`
  from { opacity: 0; }
`
const grow = keyframes`
  from { opacity: 0; transform: scale(0.98); }
`
const rise = keyframes`
  from { transform: translateY(100%); }
`
const fadeOut = keyframes`
  to { opacity: 0; }
`
const shrink = keyframes`
  to { opacity: 0; transform: scale(0.98); }
`
const sink = keyframes`
  to { transform: translateY(100%); }
`
// Closing takes 60 % of the time that opening takes.
const LEAVE = 'calc(var(--d-3) * 0.6) var(--ease-in) forwards'

// The same z-index as the dialog: a confirmation's scrim covers the dialog that opened it.
export const Scrim = styled('div')`
  position: fixed;
  inset: 0;
  z-index: var(--z-dialog);
  background: var(--scrim);
  animation: ${fade} var(--d-3) var(--ease-out);
  &[data-leave] {
    animation: ${fadeOut} ${LEAVE};
  }
`
const Panel = styled('div')<{ $width: number }>`
  position: fixed;
  inset: calc(16px + var(--edge-t)) calc(16px + var(--safe-r)) calc(16px + var(--edge-b))
    calc(16px + var(--safe-l));
  z-index: var(--z-dialog);
  display: flex;
  flex-direction: column;
  width: ${(p) => p.$width}px;
  max-width: calc(var(--layer-w) - 32px);
  height: fit-content;
  max-height: calc(var(--layer-h) - 32px);
  margin: auto;
  background: var(--surface-1);
  border: 1px solid var(--line-strong);
  border-radius: var(--r-xl);
  box-shadow: var(--e-3);
  outline: none;
  animation: ${grow} var(--d-3) var(--ease-out);
  &[data-leave] {
    animation: ${shrink} ${LEAVE};
  }
  &:focus-visible {
    box-shadow: var(--e-3);
  }
  ${MOBILE} {
    inset: auto 0 var(--keyboard-b);
    width: auto;
    max-width: none;
    max-height: calc(100dvh - var(--edge-t) - var(--keyboard-b) - 16px);
    padding: 8px var(--safe-r) var(--safe-b) var(--safe-l);
    border-width: 1px 0 0;
    border-radius: var(--r-xl) var(--r-xl) 0 0;
    animation-name: ${rise};
    &[data-leave] {
      animation-name: ${sink};
    }
  }
`

const FOCUSABLE = 'input:not(:disabled), textarea:not(:disabled), button:not(:disabled), a[href]'

/**
 * The element that gets the focus when a dialog opens: the first field; on a phone the panel, since a
 * focused field opens the keyboard; in a confirmation the first footer button, which is harmless.
 */
function initialFocus(panel: HTMLElement, kind: string, isMobile: boolean): HTMLElement {
  const requested = panel.querySelector<HTMLElement>('[autofocus], [data-autofocus=true]')
  if (requested) return requested
  if (kind === 'alertdialog') {
    return panel.querySelector<HTMLElement>('.dialog-foot button:not(:disabled)') ?? panel
  }
  if (isMobile) return panel
  return panel.querySelector<HTMLElement>(`.dialog-body :is(${FOCUSABLE})`) ?? panel
}

/** Renders its children while open, and keeps the last ones during the closing animation. */
const KeepWhileClosing = memo(
  function Kept({ children }: { isOpen: boolean; children: ReactNode }) {
    return children
  },
  (_before, next) => !next.isOpen,
)

/** What a dialog asks before it closes and something is lost. */
export interface DiscardQuestion {
  title: string
  text: string
  /** The buttons: "Keep editing", "Discard". */
  keep: string
  discard: string
}

/**
 * A modal dialog named by its title; a bottom sheet at 850 px or less. It traps the focus and returns
 * it on close. Escape, the scrim and the close button close it unless it is busy. Toasts stay
 * reachable. With `hasChanges` it asks for confirmation before closing; its own Cancel button doesn't.
 */
export function Dialog(
  props: DialogLayoutProps & {
    isOpen: boolean
    onClose: () => void
    /** Whether closing would lose input; false for a dialog without input. */
    hasChanges: boolean
    /** Replaces the question about what was typed. */
    discardQuestion?: DiscardQuestion | undefined
    kind?: 'dialog' | 'alertdialog' | undefined
    /** In pixels; 480 by default. */
    width?: number | undefined
    describedBy?: string | undefined
  },
) {
  const { isOpen, onClose, hasChanges, kind = 'dialog', width, describedBy, ...others } = props
  const { discardQuestion, ...layout } = others
  const titleId = useId()
  const panel = useRef<HTMLDivElement>(null)
  const isMobile = useIsMobile()
  const [isConfirming, setConfirming] = useState(false)
  /** Whether it was clicked since it opened. */
  const hasClick = useRef(false)
  useEffect(() => {
    if (!isOpen) return undefined
    hasClick.current = false
    return watchScreenKeyboard()
  }, [isOpen])
  return (
    <AriaDialog
      ref={panel}
      open={isOpen}
      onClose={(event) => {
        if (props.isBusy || hasChanges) event.preventDefault()
        if (props.isBusy) return
        if (hasChanges) setConfirming(true)
        else onClose()
      }}
      // The second click of the double click that opened it neither closes it, nor presses anything in
      // it, nor takes the focus away.
      hideOnInteractOutside={(event) => !isSecondClick(event)}
      onMouseDownCapture={(event) => {
        if (!hasClick.current && isSecondClick(event)) event.preventDefault()
      }}
      onClickCapture={(event) => {
        if (hasClick.current || !isSecondClick(event)) hasClick.current = true
        else {
          event.preventDefault()
          event.stopPropagation()
        }
      }}
      unmountOnHide
      role={kind}
      onKeyDown={trapTab}
      aria-labelledby={titleId}
      {...(describedBy ? { 'aria-describedby': describedBy } : {})}
      backdrop={<Scrim />}
      render={<Panel $width={width ?? 480} />}
      getPersistentElements={() => {
        const toasts = document.getElementById(TOASTS_ID)
        return toasts ? [toasts] : []
      }}
      autoFocusOnShow={() => {
        if (panel.current) initialFocus(panel.current, kind, isMobile).focus()
        return false
      }}
    >
      <KeepWhileClosing isOpen={isOpen}>
        <DialogLayout {...layout} titleId={titleId} onClose={onClose} />
      </KeepWhileClosing>
      {hasChanges && (
        <ConfirmDiscard
          question={discardQuestion ?? questionAbout(props.title)}
          isOpen={isConfirming}
          onKeep={() => setConfirming(false)}
          onDiscard={() => {
            setConfirming(false)
            onClose()
          }}
        />
      )}
    </AriaDialog>
  )
}

function questionAbout(title: string): DiscardQuestion {
  return {
    title: 'Discard what you typed?',
    text: `“${title}” closes, and what you entered there is lost.`,
    keep: 'Keep editing',
    discard: 'Discard',
  }
}

function ConfirmDiscard(props: {
  question: DiscardQuestion
  isOpen: boolean
  onKeep: () => void
  onDiscard: () => void
}) {
  const { question } = props
  const textId = useId()
  return (
    <Dialog
      kind="alertdialog"
      title={question.title}
      width={440}
      isOpen={props.isOpen}
      onClose={props.onKeep}
      hasChanges={false}
      describedBy={textId}
      footer={
        <>
          <Button variant="ghost" size="lg" onClick={props.onKeep}>
            {question.keep}
          </Button>
          <Button variant="danger-fill" size="lg" onClick={props.onDiscard}>
            {question.discard}
          </Button>
        </>
      }
    >
      <p id={textId}>{question.text}</p>
    </Dialog>
  )
}
