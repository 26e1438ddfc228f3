import { send } from '#src/api/http.ts'
import { TEAM_KEYS } from '#src/api/team.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx'
import { teamCalls, type Member } from '#src/wire/team.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { ACTION_LABELS, type MemberAction } from './member-actions.ts'

/** The actions that need a confirmation. */
export type ConfirmedAction = 'readOnly' | 'mayWrite' | 'disable' | 'sessions' | 'factors'

interface Texts {
  title: (email: string) => string
  busy: string
  success: (email: string) => string
  failure: (email: string) => string
  text: string
  /** It can be taken back at once. */
  isHarmless?: true
}

const CHANGED = {
  busy: 'Changing person',
  success: () => 'Successfully changed person',
  failure: () => 'Error changing person',
  isHarmless: true,
} as const

const TEXTS: Record<ConfirmedAction, Texts> = {
  readOnly: {
    ...CHANGED,
    title: (email) => `Allow ${email} only to look?`,
    text: 'They see what their role sees, and change only their own account. This takes effect within seconds, also on the screens that they have open.',
  },
  mayWrite: {
    ...CHANGED,
    title: (email) => `Allow ${email} to change things?`,
    text: 'They may change what their role may change. This takes effect within seconds, also on the screens that they have open.',
  },
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

/** Whether an action needs a confirmation. */
export const isConfirmed = (action: MemberAction): action is ConfirmedAction => action in TEXTS

function request(action: ConfirmedAction, id: string): Promise<unknown> {
  const params = { id }
  if (action === 'readOnly') return send(teamCalls.updateMember, { params, body: { may_write: 0 } })
  if (action === 'mayWrite') return send(teamCalls.updateMember, { params, body: { may_write: 1 } })
  if (action === 'disable') return send(teamCalls.updateMember, { params, body: { disabled: 1 } })
  return send(action === 'sessions' ? teamCalls.endMemberSessions : teamCalls.resetMemberFactors, {
    params,
  })
}

/** Confirms what a member may do, that they are disabled, that the sessions end, or that the second factors are removed. */
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
      isHarmless={texts.isHarmless}
      disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
    >
      {action === 'sessions' && props.isMe
        ? 'You are logged out on every other device.'
        : texts.text}
    </ConfirmDialog>
  )
}
