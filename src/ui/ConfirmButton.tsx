import { useState, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'

/** A button whose act can't be taken back: it asks first, and the question goes when it is done. */
export function ConfirmButton(props: {
  /** "Delete", on the button and in the question. */
  label: string
  busyLabel: string
  variant?: 'secondary' | 'ghost'
  title: string
  /** Why nothing can be done now, also while the question is open. */
  disabledReason: string | undefined
  isBusy: boolean
  onConfirm: () => Promise<unknown>
  /** The consequence, in a sentence or two. */
  children: ReactNode
}) {
  const { label, disabledReason } = props
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        size="sm"
        variant={props.variant ?? 'secondary'}
        disabledReason={disabledReason}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        title={props.title}
        isOpen={isAsking}
        isBusy={props.isBusy}
        busyLabel={props.busyLabel}
        disabledReason={disabledReason}
        onClose={() => setAsking(false)}
        onConfirm={() => void props.onConfirm().then(() => setAsking(false))}
        confirmLabel={label}
      >
        {props.children}
      </ConfirmDialog>
    </>
  )
}
