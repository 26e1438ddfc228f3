import { send } from '#src/api/http.ts'
import { TEAM_KEYS } from '#src/api/team.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx'
import { teamCalls, type Member } from '#src/wire/team.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { ACTION_LABELS } from './member-actions.ts'

/** The actions that need a confirmation. */
export type ConfirmedAction = 'disable' | 'sessions' | 'factors'

interface Texts {
  title: (email: string) => string
  busy: string
  success: (email: string) => string
  failure: (email: string) => string
  text: string
}

const TEXTS: Record<ConfirmedAction, Texts> = {
  disable: {
    title: (email) => `Disable ${email}?`,
    busy: 'Disabling',
    success: (email) => `Disabled ${email}`,
    failure: (email) => `Error disabling ${email}`,
    text: "They are logged out on every device and can't log in until you enable the account again. What they did stays.",
  },
  sessions: {
    title: (email) => `End sessions of ${email}?`,
    busy: 'Ending sessions',
    success: (email) => `Ended the sessions of ${email}`,
    failure: (email) => `Error ending the sessions of ${email}`,
    text: 'They are logged out on every device and can log in again.',
  },
  factors: {
    title: (email) => `Reset second factor of ${email}?`,
    busy: 'Resetting',
    success: (email) => `Reset the second factor of ${email}`,
    failure: (email) => `Error resetting the second factor of ${email}`,
    text: 'Their passkeys, authenticator and recovery codes are removed, and they are logged out on every device. Until they add another, the password alone is enough. Make sure that it was them who wrote to you.',
  },
}

function request(action: ConfirmedAction, id: string): Promise<unknown> {
  const params = { id }
  if (action === 'disable') return send(teamCalls.updateMember, { params, body: { disabled: 1 } })
  return send(action === 'sessions' ? teamCalls.endMemberSessions : teamCalls.resetMemberFactors, {
    params,
  })
}

/** Confirms that a member is disabled, that the sessions end, or that the second factors are removed. */
export function ConfirmMemberDialog(props: {
  member: Member
  action: ConfirmedAction
  isMe: boolean
  onClose: () => void
}) {
  const { member, action, onClose } = props
  const { id, email } = member
  const texts = TEXTS[action]
  const isOnline = useOnline()
  const { write, isBusy } = useWrite({
    mutationFn: async () => {
      await request(action, id)
      return true
    },
    meta: {
      success: texts.success(email),
      failure: texts.failure(email),
      invalidates: TEAM_KEYS,
    },
  })
  const confirm = async () => {
    if (await write()) onClose()
  }
  return (
    <ConfirmDialog
      title={texts.title(email)}
      isOpen
      onClose={onClose}
      onConfirm={() => void confirm()}
      confirmLabel={ACTION_LABELS[action]}
      busyLabel={texts.busy}
      isBusy={isBusy}
      disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
    >
      {action === 'sessions' && props.isMe
        ? 'You are logged out on every other device.'
        : texts.text}
    </ConfirmDialog>
  )
}
