import { isAdmin } from '#src/domain/people/roles.ts'
import type { Member } from '#src/wire/team.ts'

export const ACTION_LABELS = {
  role: 'Change role',
  projects: 'Change projects',
  readOnly: 'Allow only looking',
  mayWrite: 'Allow changes',
  invite: 'Send the invitation again',
  sessions: 'End sessions',
  factors: 'Reset second factor',
  disable: 'Disable',
  enable: 'Enable',
} as const
export type MemberAction = keyof typeof ACTION_LABELS

const LAST_ADMIN = "The last admin can't be changed"

/** An entry of a member's menu. */
export interface OfferedAction {
  action: MemberAction
  /** Why it is unavailable. */
  disabledReason?: string
  /** A line stands above it. */
  isApart?: true
}

/**
 * The actions that apply to a member, in the order of the menu. The server decides by the same rules.
 * @param meId the signed-in user
 * @param hasReaders whether the server has people who only look
 */
export function memberActions(
  member: Member,
  members: readonly Member[],
  meId: string | undefined,
  hasReaders: boolean,
): OfferedAction[] {
  const isMe = member.id === meId
  const admins = members.filter(({ role, state }) => isAdmin(role) && state === 'active')
  const isLastAdmin = admins.length === 1 && admins[0]?.id === member.id
  const unavailable = (own: string) =>
    isLastAdmin ? { disabledReason: LAST_ADMIN } : isMe ? { disabledReason: own } : {}
  const isAllowed = { action: member.may_write === 0 ? 'mayWrite' : 'readOnly' } as const
  // One's own is changed on Account, where nobody locks themselves out.
  const resetFactors =
    member.has_second_factor === 1 && !isMe ? [{ action: 'factors' as const }] : []
  const isDisabled = member.state === 'disabled'
  return [
    { action: 'role', ...unavailable("You can't change your own role") },
    {
      action: 'projects',
      ...(isAdmin(member.role) ? { disabledReason: 'Admins see every project' } : {}),
    },
    // Admins may change everything.
    ...(hasReaders && !isAdmin(member.role) && !isMe ? [isAllowed] : []),
    ...(member.state === 'invited' ? [{ action: 'invite' as const }] : []),
    ...apart(isDisabled ? resetFactors : [{ action: 'sessions' as const }, ...resetFactors]),
    ...apart([
      isDisabled
        ? { action: 'enable' as const }
        : { action: 'disable' as const, ...unavailable("You can't disable yourself") },
    ]),
  ]
}

const apart = (actions: readonly OfferedAction[]) =>
  actions.map((action, at) => (at === 0 ? { ...action, isApart: true as const } : action))
