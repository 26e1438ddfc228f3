import { useState, type ReactNode } from 'react'
import { Button } from '#src/ui/controls/Button.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'

/** A button for an irreversible action: it asks for confirmation and closes the dialog when done. */
export function ConfirmButton(props: {
  /** "Delete", on the button and in the dialog. */
  label: string
  busyLabel: string
  variant?: 'secondary' | 'ghost'
  title: string
  /** Why the action is unavailable, also while the dialog is open. */
  disabledReason: string | undefined
  isBusy: boolean
  /** Without the button. A dialog that is open stays. */
  isHidden?: boolean
  lock?: ReactNode
  onConfirm: () => Promise<unknown>
  /** The consequence, in one or two sentences. */
  children: ReactNode
}) {
  const { label, disabledReason } = props
  const [isConfirming, setConfirming] = useState(false)
  return (
    <>
      {!props.isHidden && (
        <Button
          size="sm"
          variant={props.variant ?? 'secondary'}
          disabledReason={disabledReason}
          onClick={() => setConfirming(true)}
        >
          {label}
        </Button>
      )}
      <ConfirmDialog
        title={props.title}
        isOpen={isConfirming}
        isBusy={props.isBusy}
        lock={props.lock}
        busyLabel={props.busyLabel}
        disabledReason={disabledReason}
        onClose={() => setConfirming(false)}
        onConfirm={() => void props.onConfirm().then(() => setConfirming(false))}
        confirmLabel={label}
      >
        {props.children}
      </ConfirmDialog>
    </>
  )
}
