import { useId, type ReactNode } from 'react'
import { Button } from '#src/ui/controls/Button.tsx'
import { styled } from '#src/ui/theme.ts'
import { Dialog } from './Dialog.tsx'

const Text = styled('div')`
  color: var(--text-2);
  & b {
    color: var(--text-1);
    font-weight: 500;
  }
`

/** Confirms an action, irreversible unless `isHarmless`. The cancel button has the focus; the last button names the action. */
export function ConfirmDialog(props: {
  title: string
  isOpen: boolean
  onClose: () => void
  onConfirm: () => void
  confirmLabel: string
  /** "Cancel" by default. */
  cancelLabel?: string | undefined
  busyLabel?: string | undefined
  isBusy?: boolean | undefined
  /** Why nothing may be done here any more. */
  lock?: ReactNode
  /** Why the action is unavailable. */
  disabledReason?: string | undefined
  /** The button is not red: what it does can be repeated or left out later. */
  isHarmless?: boolean | undefined
  /** The consequence, in one or two sentences. */
  children: ReactNode
}) {
  const textId = useId()
  return (
    <Dialog
      kind="alertdialog"
      title={props.title}
      width={440}
      isOpen={props.isOpen}
      onClose={props.onClose}
      hasChanges={false}
      isBusy={props.isBusy}
      lock={props.lock}
      describedBy={textId}
      footer={
        <>
          <Button variant="ghost" size="lg" disabled={props.isBusy} onClick={props.onClose}>
            {props.cancelLabel ?? 'Cancel'}
          </Button>
          <Button
            variant={props.isHarmless ? 'primary' : 'danger-fill'}
            size="lg"
            isBusy={props.isBusy}
            busyLabel={props.busyLabel}
            disabledReason={props.disabledReason}
            onClick={props.onConfirm}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <Text id={textId}>{props.children}</Text>
    </Dialog>
  )
}
