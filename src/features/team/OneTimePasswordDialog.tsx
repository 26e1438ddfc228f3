import { Button } from '#src/ui/Button.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'

const Password = styled('div')`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 12px;
  min-height: 40px;
  padding: 0 8px 0 12px;
  background: var(--bg);
  border: 1px solid var(--line);
  border-radius: var(--r-md);
  color: var(--text-1);
  font: var(--t-code);
  ${MOBILE} {
    padding-right: 0;
  }
`

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
      <p>
        This server sends no mail. Pass this password on to <b>{email}</b>, who sets another one at
        the first login. It is shown only now.
      </p>
      <Password>
        {password}
        <CopyButton what="one-time password" value={password} />
      </Password>
    </Dialog>
  )
}
