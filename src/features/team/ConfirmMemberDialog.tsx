import { send } from '#src/api/http.ts'
import { TEAM_KEYS } from '#src/api/team.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/api/use-online.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { teamCalls, type Member } from '#src/wire/team.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { ACTION_LABELS } from './member-actions.ts'

/** Confirms that a member is disabled, or that the sessions end. */
export function ConfirmMemberDialog(props: {
  member: Member
  action: 'disable' | 'sessions'
  isMe: boolean
  onClose: () => void
}) {
  const { member, action, onClose } = props
  const { id, email } = member
  const isDisable = action === 'disable'
  const isOnline = useOnline()
  const { write, isBusy } = useWrite({
    mutationFn: async () => {
      if (isDisable) await send(teamCalls.updateMember, { params: { id }, body: { disabled: 1 } })
      else await send(teamCalls.endMemberSessions, { params: { id } })
      return true
    },
    meta: {
      success: isDisable ? `Disabled ${email}` : `Ended the sessions of ${email}`,
      failure: isDisable ? `Error disabling ${email}` : `Error ending the sessions of ${email}`,
      invalidates: TEAM_KEYS,
    },
  })
  const confirm = async () => {
    if (await write()) onClose()
  }
  return (
    <ConfirmDialog
      title={isDisable ? `Disable ${email}?` : `End sessions of ${email}?`}
      isOpen
      onClose={onClose}
      onConfirm={() => void confirm()}
      confirmLabel={ACTION_LABELS[action]}
      busyLabel={isDisable ? 'Disabling' : 'Ending sessions'}
      isBusy={isBusy}
      disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
    >
      {isDisable
        ? "They are logged out on every device and can't log in until you enable the account again. What they did stays."
        : props.isMe
          ? 'You are logged out on every other device.'
          : 'They are logged out on every device and can log in again.'}
    </ConfirmDialog>
  )
}
