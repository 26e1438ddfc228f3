import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { Button } from '#src/ui/controls/Button.tsx'

/** The footer of a dialog with one write: Cancel, then the verb. Offline it says why nothing is sent. */
export function WriteFoot(props: {
  verb: string
  /** "Saving" */
  busyVerb: string
  isBusy: boolean
  /** False while there is nothing to send. */
  isReady?: boolean
  onCancel: () => void
  /** Without it, the button submits the dialog's form. */
  onWrite?: () => void
}) {
  const { isBusy, onWrite } = props
  const isOnline = useOnline()
  return (
    <>
      <Button variant="ghost" size="lg" disabled={isBusy} onClick={props.onCancel}>
        Cancel
      </Button>
      <Button
        type={onWrite ? 'button' : 'submit'}
        variant="primary"
        size="lg"
        isBusy={isBusy}
        busyLabel={props.busyVerb}
        disabled={props.isReady === false}
        disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
        onClick={onWrite}
      >
        {props.verb}
      </Button>
    </>
  )
}
