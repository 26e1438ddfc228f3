import { hasPendingWrites } from '#src/writes/pending-writes.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'

/** Asks before Logout takes away what was typed, or the way to an open question. */
export function ConfirmLogout({
  onClose,
  onConfirm,
}: {
  onClose: () => void
  onConfirm: () => void
}) {
  return (
    <ConfirmDialog
      title="Log out without saving?"
      isOpen
      onClose={onClose}
      onConfirm={onConfirm}
      confirmLabel="Logout"
    >
      {hasPendingWrites() &&
        'Something was sent that the server has not confirmed. Once you are logged out, this device no longer asks what became of it. '}
      What was typed and not saved is lost, in every tab.
    </ConfirmDialog>
  )
}
