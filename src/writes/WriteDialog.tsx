import { DialogDismiss } from '@ariakit/react/dialog'
import type { FormEvent, ReactNode } from 'react'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { OtherWriteNote, UnconfirmedNote } from './outcome-notes.tsx'
import { useUnsaved } from './unsaved-changes.ts'
import type { useIdempotentMutation } from './use-idempotent-mutation.ts'
import { useWriteLock } from './use-write-lock.tsx'

/**
 * A dialog with a form that sends one idempotent write: its buttons, and the notes on a write
 * without a known outcome. A write in flight counts as unsaved input.
 */
export function WriteDialog(props: {
  title: string
  kind?: 'dialog' | 'alertdialog'
  /** In px. */
  width?: number
  write: Omit<ReturnType<typeof useIdempotentMutation>, 'send'>
  hasChanges: boolean
  onSubmit: (event: FormEvent) => void
  /** Discards the draft and closes the dialog. */
  onClose: () => void
  /** The submit button: "Add Tokens", and "Adding Tokens" while the write is in flight. */
  verb: string
  busyVerb: string
  /** What it does can't be undone: the submit button is red. */
  isDanger?: boolean
  /** Stands before the buttons. */
  footNote?: ReactNode
  /** False while the form is incomplete. */
  isReady?: boolean
  /** Cancels the upload, while there is one. */
  onCancelUpload?: (() => void) | undefined
  notes: {
    /** "the tokens were added" */
    what: string
    /** "added" */
    done: string
    /** Where the result shows: a link or "the list". */
    place: ReactNode
    /** "Checking never adds them twice." */
    promise: string
    /** Names `write.other`: "Another code, SUMMER". */
    other: ReactNode
  }
  /** Instead of the form, once the write was applied: what has become of it. */
  after?: { title: string; width: number; footer: ReactNode; children: ReactNode } | null
  children: ReactNode
}) {
  const { write, notes, onClose, after } = props
  const { unconfirmed, other, isBusy, isLocked } = write
  useUnsaved(isLocked && after == null)
  const lock = useWriteLock(write.footer.isUnconfirmed)
  if (after != null) {
    return (
      <Dialog {...after} kind={props.kind} isOpen onClose={onClose} hasChanges={false}>
        {after.children}
      </Dialog>
    )
  }
  return (
    <Dialog
      title={props.title}
      kind={props.kind}
      width={props.width}
      isOpen
      onClose={onClose}
      hasChanges={props.hasChanges}
      isBusy={isBusy}
      lock={lock}
      onSubmit={props.onSubmit}
      footer={
        <Footer
          {...write.footer}
          verb={props.verb}
          busyVerb={props.busyVerb}
          isReady={props.isReady ?? true}
          isDanger={props.isDanger ?? false}
          note={props.footNote}
          onCancelUpload={props.onCancelUpload}
          onClose={onClose}
        />
      }
    >
      {props.children}
      {unconfirmed && <UnconfirmedNote {...notes} isChecking={isBusy} />}
      {other && (
        <OtherWriteNote other={other} done={notes.done} place={notes.place}>
          {notes.other}
        </OtherWriteNote>
      )}
    </Dialog>
  )
}

const CHECK_LATER = 'Check later'

/** While the outcome of a write is unknown, the dialog checks it instead of sending again. */
function Footer(props: {
  isUnconfirmed: boolean
  isBusy: boolean
  verb: string
  busyVerb: string
  disabledReason: string | undefined
  isReady: boolean
  isDanger: boolean
  note: ReactNode
  onCancelUpload: (() => void) | undefined
  onClose: () => void
  onCheck: () => void
}) {
  const { isUnconfirmed, isBusy, disabledReason, onCancelUpload } = props
  const options = { variant: 'primary', size: 'lg', isBusy, disabledReason } as const
  return (
    <>
      {props.note}
      {isBusy && onCancelUpload ? (
        <Button variant="ghost" size="lg" onClick={onCancelUpload}>
          Cancel upload
        </Button>
      ) : isUnconfirmed && !isBusy ? (
        // Not Cancel: the dialog asks before it discards what is typed.
        <DialogDismiss
          aria-label={CHECK_LATER}
          render={
            <Button variant="ghost" size="lg">
              {CHECK_LATER}
            </Button>
          }
        />
      ) : (
        <Button variant="ghost" size="lg" disabled={isBusy} onClick={props.onClose}>
          Cancel
        </Button>
      )}
      {isUnconfirmed ? (
        // The key keeps a double click on Send from pressing Check as well.
        <Button key="check" {...options} busyLabel="Checking" onClick={props.onCheck}>
          Check again
        </Button>
      ) : (
        <Button
          key="send"
          {...options}
          variant={props.isDanger ? 'danger-fill' : 'primary'}
          type="submit"
          disabled={!props.isReady}
          busyLabel={props.busyVerb}
        >
          {props.verb}
        </Button>
      )}
    </>
  )
}
