import { isAdmin } from '#src/domain/people/roles.ts'
import type { Member } from '#src/wire/team.ts'

export const ACTION_LABELS = {
  role: 'Change role',
  projects: 'Change projects',
  invite: 'Send the invitation again',
  sessions: 'End sessions',
  factors: 'Reset second factor',
  disable: 'Disable',
  enable: 'Enable',
} as const
export type MemberAction = keyof typeof ACTION_LABELS

const LAST_ADMIN = "The last admin can't be changed"

/**
 * The actions that apply to a member, in the order of the menu, each with the reason why it is
 * unavailable, if it is. The server decides by the same rules.
 * @param meId the signed-in user
 */
export function memberActions(
  member: Member,
  members: readonly Member[],
  meId: string | undefined,
): { action: MemberAction; disabledReason?: string }[] {
  const isMe = member.id === meId
  const admins = members.filter(({ role, state }) => isAdmin(role) && state === 'active')
  const isLastAdmin = admins.length === 1 && admins[0]?.id === member.id
  const unavailable = (own: string) =>
    isLastAdmin ? { disabledReason: LAST_ADMIN } : isMe ? { disabledReason: own } : {}
  // One's own is changed on Account, where nobody locks themselves out.
  const resetFactors =
    member.has_second_factor === 1 && !isMe ? [{ action: 'factors' as const }] : []
  return [
    { action: 'role', ...unavailable("You can't change your own role") },
    {
      action: 'projects',
      ...(isAdmin(member.role) ? { disabledReason: 'Admins see every project' } : {}),
    },
    ...(member.state === 'invited' ? [{ action: 'invite' as const }] : []),
    ...(member.state === 'disabled'
      ? [...resetFactors, { action: 'enable' as const }]
      : [
          { action: 'sessions' as const },
          ...resetFactors,
          { action: 'disable' as const, ...unavailable("You can't disable yourself") },
        ]),
  ]
}
