import { UnsentCredits } from '#src/credits/UnsentCredits.tsx'
import { closeSidebar } from '#src/state/sidebar.ts'
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx'
import { hasPendingWrites } from '#src/writes/pending-writes.ts'

/** Confirms a Logout that loses unsaved input or a pending write. In its own chunk, with Dialog. */
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
      <UnsentCredits
        onFollow={() => {
          closeSidebar()
          onClose()
        }}
      />
    </ConfirmDialog>
  )
}
