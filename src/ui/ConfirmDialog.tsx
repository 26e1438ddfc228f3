import { useId, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { styled } from './theme.ts'

const Text = styled('div')`
  color: var(--text-2);
  & b {
    color: var(--text-1);
    font-weight: 500;
  }
`

/** Asks before something that can't be taken back: Cancel has the focus, the last button says the act. */
export function ConfirmDialog(props: {
  title: string
  isOpen: boolean
  onClose: () => void
  onConfirm: () => void
  confirmLabel: string
  busyLabel?: string | undefined
  isBusy?: boolean | undefined
  /** Why it can't be confirmed now. */
  disabledReason?: string | undefined
  /** The consequence, in a sentence or two. */
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
      describedBy={textId}
      footer={
        <>
          <Button variant="ghost" size="lg" disabled={props.isBusy} onClick={props.onClose}>
            Cancel
          </Button>
          <Button
            variant="danger-fill"
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
