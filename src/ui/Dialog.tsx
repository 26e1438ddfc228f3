import { Dialog as AriaDialog, DialogDismiss } from '@ariakit/react/dialog'
import { X } from 'lucide-react'
import { useId, useRef, useState, type FormEventHandler, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Body, Column, Foot, FormColumn, Grab, Head, Panel, Scrim, Title } from './dialog-frame.ts'
import { KeepWhileClosing } from './KeepWhileClosing.tsx'
import { IconButton } from './IconButton.tsx'
import { trapTab } from './trap-tab.ts'
import { TOASTS_ID } from './toasts.tsx'
import { useIsMobile } from './use-media.ts'

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
      onKeyDown={trapTab}
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
      <KeepWhileClosing isLive={props.isOpen}>
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
      </KeepWhileClosing>
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
