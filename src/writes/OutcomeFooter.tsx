import { DialogDismiss } from '@ariakit/react/dialog'
import { Button } from '#src/ui/Button.tsx'

const CHECK_LATER = 'Check later'

/**
 * The buttons of a dialog with an idempotent write. While the outcome of a write is unknown, the
 * dialog checks it instead of sending again.
 */
export function OutcomeFooter(props: {
  isUnconfirmed: boolean
  isBusy: boolean
  /** "Add Tokens", and while it is being sent "Adding Tokens". */
  verb: string
  busyVerb: string
  disabledReason: string | undefined
  /** False while the form is incomplete. */
  isReady?: boolean
  /** Cancels the upload, if it can be canceled. */
  onCancelUpload?: () => void
  onClose: () => void
  onCheck: () => void
}) {
  const { isUnconfirmed, isBusy, disabledReason, onCancelUpload } = props
  const options = { variant: 'primary', size: 'lg', isBusy, disabledReason } as const
  return (
    <>
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
          type="submit"
          disabled={props.isReady === false}
          busyLabel={props.busyVerb}
        >
          {props.verb}
        </Button>
      )}
    </>
  )
}
