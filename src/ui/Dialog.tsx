import { Dialog as AriaDialog, DialogDismiss } from '@ariakit/react/dialog'
import { X } from 'lucide-react'
import { useId, useRef, useState, type FormEventHandler, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Held } from './Held.tsx'
import { IconButton } from './IconButton.tsx'
import { turnTabRound } from './tab-circle.ts'
import { MOBILE, keyframes, styled } from './theme.ts'
import { TOASTS_ID } from './toasts.tsx'
import { useIsMobile } from './use-media.ts'

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
// Leaving takes 60 % of the time that entering does.
const LEAVE = 'calc(var(--d-3) * 0.6) var(--ease-in) forwards'

// The same layer as the dialog, so that a confirmation's scrim covers the dialog that asked for it.
const Scrim = styled('div')`
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
  inset: 16px;
  z-index: var(--z-dialog);
  display: flex;
  flex-direction: column;
  width: ${(p) => p.$width}px;
  max-width: calc(100vw - 32px);
  height: fit-content;
  max-height: calc(100dvh - 32px);
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
    inset: auto 0 0;
    width: auto;
    max-width: none;
    max-height: calc(100dvh - var(--safe-t) - 16px);
    padding: 8px 0 var(--safe-b);
    border-width: 1px 0 0;
    border-radius: var(--r-xl) var(--r-xl) 0 0;
    animation-name: ${rise};
    &[data-leave] {
      animation-name: ${sink};
    }
  }
`
const Grab = styled('i')`
  display: none;
  ${MOBILE} {
    display: block;
    flex: none;
    width: 36px;
    height: 4px;
    margin: 0 auto 8px;
    border-radius: 2px;
    background: var(--line-hover);
  }
`
const Head = styled('div')`
  display: flex;
  align-items: center;
  gap: 12px;
  flex: none;
  padding: 20px 16px 0 24px;
  ${MOBILE} {
    min-height: 44px;
    padding: 0 8px 0 16px;
  }
`
const Title = styled('h2')`
  flex: 1;
  min-width: 0;
  font: var(--t-h2);
  letter-spacing: -0.01em;
  ${MOBILE} {
    font: 600 17px/24px var(--font);
  }
`
const COLUMN = 'display: flex; flex-direction: column; flex: 1 1 auto; min-height: 0;'
const Column = styled('div')`
  ${COLUMN}
`
const FormColumn = styled('form')`
  ${COLUMN}
`
const Body = styled('div')`
  display: grid;
  gap: 16px;
  min-height: 0;
  padding: 16px 24px 24px;
  overflow-y: auto;
  overscroll-behavior: contain;
  overflow-wrap: anywhere;
  & > p {
    color: var(--text-2);
  }
  & > p b {
    color: var(--text-1);
    font-weight: 500;
  }
  ${MOBILE} {
    gap: 12px;
    padding: 4px 16px;
  }
`
const Foot = styled('div')`
  display: flex;
  justify-content: flex-end;
  gap: 8px;
  flex: none;
  padding: 16px 24px;
  border-top: 1px solid var(--line);
  ${MOBILE} {
    flex-direction: column-reverse;
    gap: 4px;
    padding: 8px 16px 16px;
    border-top: 0;
    & > * {
      width: 100%;
    }
  }
`

const FOCUSABLE = 'input:not(:disabled), textarea:not(:disabled), button:not(:disabled), a[href]'

/** Where focus goes when a dialog opens: the first field; with touch no field, which would raise the keyboard; in a confirmation the harmless button. */
function firstFocus(panel: HTMLElement, kind: string, isMobile: boolean): HTMLElement {
  const asked = panel.querySelector<HTMLElement>('[autofocus], [data-autofocus=true]')
  if (asked) return asked
  if (kind === 'alertdialog') {
    return panel.querySelector<HTMLElement>('.dialog-foot button:not(:disabled)') ?? panel
  }
  if (isMobile) return panel
  return panel.querySelector<HTMLElement>(`.dialog-body :is(${FOCUSABLE})`) ?? panel
}

/**
 * A dialog named by its title: traps focus, closes on Escape, on the scrim and by its close button
 * unless busy, gives focus back to what opened it, leaves toasts reachable. With changes it asks
 * first, and only its own Cancel discards them at once. A bottom sheet at 850 px or less.
 */
export function Dialog(props: {
  title: string
  /** What stands in the head instead of the title, which still names the dialog. */
  heading?: ReactNode
  isOpen: boolean
  onClose: () => void
  /** Whether closing now would lose what somebody entered; false for a dialog without input. */
  hasChanges: boolean
  children: ReactNode
  /** Cancel first, the verb last; the sheet stacks them with the verb on top. */
  footer?: ReactNode
  kind?: 'dialog' | 'alertdialog' | undefined
  isBusy?: boolean | undefined
  /** In pixels; 480 unless told. */
  width?: number | undefined
  /** Stands in the head, before the close button. */
  tools?: ReactNode
  describedBy?: string | undefined
  /** Makes body and footer one form. */
  onSubmit?: FormEventHandler<HTMLFormElement> | undefined
}) {
  const titleId = useId()
  const panel = useRef<HTMLDivElement>(null)
  const isMobile = useIsMobile()
  const kind = props.kind ?? 'dialog'
  const [isAsking, setAsking] = useState(false)
  const content = (
    <>
      <Body className="dialog-body">{props.children}</Body>
      {props.footer !== undefined && <Foot className="dialog-foot">{props.footer}</Foot>}
    </>
  )
  return (
    <AriaDialog
      ref={panel}
      open={props.isOpen}
      onClose={(event) => {
        if (props.isBusy || props.hasChanges) event.preventDefault()
        if (props.isBusy) return
        if (props.hasChanges) setAsking(true)
        else props.onClose()
      }}
      unmountOnHide
      role={kind}
      onKeyDown={turnTabRound}
      aria-labelledby={titleId}
      {...(props.describedBy ? { 'aria-describedby': props.describedBy } : {})}
      backdrop={<Scrim />}
      render={<Panel $width={props.width ?? 480} />}
      getPersistentElements={() => {
        const toasts = document.getElementById(TOASTS_ID)
        return toasts ? [toasts] : []
      }}
      autoFocusOnShow={() => {
        if (panel.current) firstFocus(panel.current, kind, isMobile).focus()
        return false
      }}
    >
      <Held isLive={props.isOpen}>
        <Grab />
        <Head>
          <Title id={titleId} className={props.heading === undefined ? '' : 'sr'}>
            {props.title}
          </Title>
          {props.heading}
          {props.tools}
          <DialogDismiss
            disabled={props.isBusy ?? false}
            render={<IconButton label="Close" icon={X} size="md" tooltip={false} />}
          />
        </Head>
        {props.onSubmit ? (
          <FormColumn noValidate onSubmit={props.onSubmit}>
            {content}
          </FormColumn>
        ) : (
          <Column>{content}</Column>
        )}
      </Held>
      {props.hasChanges && (
        <DiscardQuestion
          title={props.title}
          isOpen={isAsking}
          onKeep={() => setAsking(false)}
          onDiscard={() => {
            setAsking(false)
            props.onClose()
          }}
        />
      )}
    </AriaDialog>
  )
}

function DiscardQuestion(props: {
  /** Of the dialog that would close. */
  title: string
  isOpen: boolean
  onKeep: () => void
  onDiscard: () => void
}) {
  const textId = useId()
  return (
    <Dialog
      kind="alertdialog"
      title="Discard what you typed?"
      width={440}
      isOpen={props.isOpen}
      onClose={props.onKeep}
      hasChanges={false}
      describedBy={textId}
      footer={
        <>
          <Button variant="ghost" size="lg" onClick={props.onKeep}>
            Keep editing
          </Button>
          <Button variant="danger-fill" size="lg" onClick={props.onDiscard}>
            Discard
          </Button>
        </>
      }
    >
      <p id={textId}>“{props.title}” closes, and what you entered there is lost.</p>
    </Dialog>
  )
}
