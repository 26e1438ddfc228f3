import { DialogDismiss } from '@ariakit/react/dialog'
import { Button } from '#src/ui/controls/Button.tsx'

/** Closes its dialog as the close button does: with the question, if something would be lost. */
export function DoneButton() {
  return (
    <DialogDismiss
      aria-label="Done"
      render={
        <Button variant="primary" size="lg">
          Done
        </Button>
      }
    />
  )
}
