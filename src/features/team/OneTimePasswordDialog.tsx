import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { OneTimeSecret } from '#src/ui/OneTimeSecret.tsx'

/** Shows the one-time password of a member, once. */
export function OneTimePasswordDialog(props: {
  email: string
  password: string
  onClose: () => void
}) {
  const { email, password, onClose } = props
  return (
    <Dialog
      title="One-time password"
      isOpen
      onClose={onClose}
      hasChanges={false}
      footer={
        <Button variant="primary" size="lg" onClick={onClose}>
          Done
        </Button>
      }
    >
      <OneTimeSecret what="one-time password" value={password}>
        This server sends no mail. Pass the password on to <b>{email}</b>, who sets another one at
        the first login. It is shown only now.
      </OneTimeSecret>
    </Dialog>
  )
}
