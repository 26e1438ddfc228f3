import { useQuery } from '@tanstack/react-query'
import { ShieldCheck, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useFeature } from '#src/api/features.ts'
import { send } from '#src/api/http.ts'
import { useProjects } from '#src/api/projects.ts'
import { TEAM_KEYS, teamQuery } from '#src/api/team.ts'
import { useLinkedAction } from '#src/records/page/use-linked-action.ts'
import { describeError } from '#src/session/describe-error.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { serverNow } from '#src/state/clock.ts'
import { useSession, useUser } from '#src/state/session.ts'
import { ActionMenu } from '#src/ui/controls/ActionMenu.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { OneTimeSecret } from '#src/ui/dialogs/OneTimeSecret.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Surface } from '#src/ui/Surface.ts'
import { styled } from '#src/ui/theme.ts'
import { TopBarSlot } from '#src/ui/TopBarSlot.tsx'
import { useIsMobile } from '#src/ui/use-media.ts'
import { teamCalls, type Invited, type Member } from '#src/wire/team.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { AccessDialog } from './AccessDialog.tsx'
import { ACTION_ICONS } from './action-icons.ts'
import { ConfirmMemberDialog, isConfirmed } from './ConfirmMemberDialog.tsx'
import { inviteDrafts } from './invite-form.ts'
import { InviteDialog } from './InviteDialog.tsx'
import { ACTION_LABELS, memberActions, type MemberAction } from './member-actions.ts'
import { MemberList } from './MemberList.tsx'
import { RulesDialog } from './RulesDialog.tsx'
import { RULES_TITLE } from './second-factor-rules.ts'

const Above = styled('div')`
  margin-bottom: 12px;
`
const Hint = styled('p')`
  margin-top: 12px;
  font: var(--t-small);
  color: var(--text-3);
`
const MAIL_POLL_MS = 5000
const NO_MEMBERS: readonly Member[] = []

/** The people with an account: admins invite them and change what they may do. */
export function TeamPage() {
  const { authorized } = useSession()
  const meId = useUser()?.id
  const isOnline = useOnline()
  const offline = isOnline ? undefined : OFFLINE_REFUSAL
  const { colours } = useProjects()
  const team = useQuery({
    ...teamQuery,
    enabled: authorized,
    // Until the mails of invitations are sent.
    refetchInterval: ({ state }) =>
      state.data?.some((member) => member.invitation_mail?.state === 'waiting')
        ? MAIL_POLL_MS
        : false,
  })
  const { data, error } = team
  const members = data ?? NO_MEMBERS
  const linked = useLinkedAction('invite', offline)
  const [isInviting, setInviting] = useState(() => inviteDrafts.ids().length > 0)
  const [password, setPassword] = useState<{ email: string; password: string } | null>(null)
  const [open, setOpen] = useState<{ action: MemberAction; member: Member } | null>(null)
  const close = () => setOpen(null)
  const [hasRulesOpen, setRulesOpen] = useState(false)
  const isMobile = useIsMobile()
  const hasReaders = useFeature('readers')
  const rules = useFeature('factors') && (
    <Button
      icon={ShieldCheck}
      isBlock={isMobile}
      disabledReason={offline}
      onClick={() => setRulesOpen(true)}
    >
      {RULES_TITLE}
    </Button>
  )

  const showPassword = ({ member, one_time_password: text }: Invited) => {
    if (text !== undefined) setPassword({ email: member.email, password: text })
  }
  const resend = useWrite({
    mutationFn: ({ id }: Member) => send(teamCalls.resendInvitation, { params: { id } }),
    meta: {
      success: ({ one_time_password: text }, { email }) =>
        text === undefined ? `Invitation sent to ${email}` : undefined,
      failure: 'Error sending the invitation',
      invalidates: TEAM_KEYS,
    },
  })
  const enable = useWrite({
    mutationFn: ({ id }: Member) =>
      send(teamCalls.updateMember, { params: { id }, body: { disabled: 0 } }),
    meta: {
      success: ({ email }) => `Enabled ${email}`,
      failure: 'Error enabling the account',
      invalidates: TEAM_KEYS,
    },
  })
  const start = async (action: MemberAction, member: Member) => {
    if (action === 'enable') return void enable.write(member)
    if (action !== 'invite') return setOpen({ action, member })
    const invited = await resend.write(member)
    if (invited) showPassword(invited)
  }
  const menu = (member: Member) => (
    <ActionMenu
      label={`Actions for ${member.email}`}
      actions={memberActions(member, members, meId, hasReaders).map((offered) => ({
        label: ACTION_LABELS[offered.action],
        icon: ACTION_ICONS[offered.action],
        isApart: offered.isApart,
        disabledReason: offered.disabledReason ?? offline,
        onSelect: () => void start(offered.action, member),
      }))}
    />
  )

  const isPaused = data === undefined && team.fetchStatus === 'paused'
  const hasFailed = data === undefined && (error !== null || isPaused)
  return (
    <>
      {data !== undefined && (
        <TopBarSlot place="note">
          {data.length === 1 ? '1 person' : `${data.length} people`}
        </TopBarSlot>
      )}
      {/* The top bar of a phone has no room. */}
      {rules && isMobile && <Above>{rules}</Above>}
      <TopBarSlot place="tools">
        {!isMobile && rules}
        <Button
          variant="primary"
          icon={UserPlus}
          onClick={() => setInviting(true)}
          disabledReason={offline}
        >
          Invite
        </Button>
      </TopBarSlot>
      {hasFailed ? (
        <Surface>
          <ErrorState
            title="Team did not load"
            text={
              isPaused
                ? 'You are offline, and it was not saved on this device.'
                : describeError(error)
            }
            onRetry={() => void team.refetch()}
            isRetrying={team.isFetching}
          />
        </Surface>
      ) : (
        <MemberList
          members={data}
          colours={colours}
          meId={meId}
          now={new Date(serverNow())}
          menu={menu}
        />
      )}
      {data !== undefined && (
        <Hint>The last admin cannot be changed or disabled. Nobody changes their own role.</Hint>
      )}
      {(isInviting || linked.isOpen) && (
        <InviteDialog
          members={members}
          onClose={() => {
            setInviting(false)
            linked.end()
          }}
          onInvited={showPassword}
        />
      )}
      {(open?.action === 'role' || open?.action === 'projects') && (
        <AccessDialog member={open.member} members={members} part={open.action} onClose={close} />
      )}
      {open !== null && isConfirmed(open.action) && (
        <ConfirmMemberDialog
          member={open.member}
          action={open.action}
          isMe={open.member.id === meId}
          onClose={close}
        />
      )}
      {hasRulesOpen && <RulesDialog members={members} onClose={() => setRulesOpen(false)} />}
      {password !== null && (
        <OneTimePasswordDialog {...password} onClose={() => setPassword(null)} />
      )}
    </>
  )
}

/** Shows the one-time password of a member, once. */
function OneTimePasswordDialog(props: { email: string; password: string; onClose: () => void }) {
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
