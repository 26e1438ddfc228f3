import { DialogDismiss } from '@ariakit/react/dialog'
import { Button } from '#src/ui/Button.tsx'

const CHECK_LATER = 'Check later'

/**
 * The foot of a dialog whose write may stay without an answer: then it finds out instead of
 * offering to send again.
 */
export function OutcomeFooter(props: {
  isInQuestion: boolean
  isBusy: boolean
  /** "Add Tokens", and while it is being sent "Adding Tokens". */
  verb: string
  busyVerb: string
  disabledReason: string | undefined
  /** False while something is still missing. */
  isReady?: boolean
  /** Stops what is being sent, where that can be stopped. */
  onStop?: () => void
  onClose: () => void
  onCheck: () => void
}) {
  const { isInQuestion, isBusy, disabledReason, onStop } = props
  const look = { variant: 'primary', size: 'lg', isBusy, disabledReason } as const
  return (
    <>
      {isBusy && onStop ? (
        <Button variant="ghost" size="lg" onClick={onStop}>
          Cancel upload
        </Button>
      ) : isInQuestion && !isBusy ? (
        // No Cancel: what is typed beside the open question is lost only after the dialog has asked.
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
      {isInQuestion ? (
        // Keyed, or the press that sends would fall on the one that checks.
        <Button key="check" {...look} busyLabel="Checking" onClick={props.onCheck}>
          Check again
        </Button>
      ) : (
        <Button
          key="send"
          {...look}
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
