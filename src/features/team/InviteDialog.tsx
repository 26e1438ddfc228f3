import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { useFeature } from '#src/api/features.ts'
import { ApiError, send } from '#src/api/http.ts'
import { useProjects } from '#src/api/projects.ts'
import { TEAM_KEYS, teamQuery } from '#src/api/team.ts'
import { isAdmin } from '#src/domain/people/roles.ts'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { styled } from '#src/ui/theme.ts'
import { teamCalls, type Invited, type Member } from '#src/wire/team.ts'
import { FormText } from '#src/writes/form-fields.tsx'
import { useDraftForm } from '#src/writes/use-draft-form.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { WriteFoot } from '#src/writes/WriteFoot.tsx'
import { ReaderField, ProjectsField, RoleField } from './access-fields.tsx'
import {
  EMPTY_INVITATION,
  inviteDrafts,
  inviteFormSchema,
  toInvitation,
  type InviteForm,
} from './invite-form.ts'

const Hint = styled('div')`
  font: var(--t-small);
  color: var(--text-3);
`
const CONFLICT = 409

/** Invites a person. Without mail, the server responds with a one-time password. */
export function InviteDialog(props: {
  members: readonly Member[]
  onClose: () => void
  onInvited: (invited: Invited) => void
}) {
  const { members } = props
  const client = useQueryClient()
  const { names } = useProjects()
  const hasReaders = useFeature('readers')
  const { form, hasChanges, dropDraft } = useDraftForm<InviteForm, object>({
    schema: inviteFormSchema(names),
    initial: EMPTY_INVITATION,
    drafts: inviteDrafts,
    extra: {},
  })
  const { control } = form
  const role = useWatch({ control, name: 'role' })
  const close = () => {
    dropDraft()
    props.onClose()
  }
  const { write, isBusy } = useWrite({
    mutationFn: async (values: InviteForm) => {
      try {
        return await send(teamCalls.inviteMember, { body: toInvitation(values) })
      } catch (error) {
        if (error instanceof ApiError && error.status === CONFLICT)
          form.setError('email', { message: error.message })
        // The account may exist although the mail was not sent, or the response was lost.
        else if (await isOnTeam(values.email)) close()
        throw error
      }
    },
    meta: {
      success: ({ member, one_time_password: password }) =>
        password === undefined ? `Invitation sent to ${member.email}` : undefined,
      failure: 'Error sending the invitation',
      invalidates: TEAM_KEYS,
    },
  })
  const isOnTeam = async (email: string) => {
    const present = await client.fetchQuery({ ...teamQuery, staleTime: 0 }).catch(() => members)
    return present.some((member) => member.email === email.trim())
  }
  const submit = form.handleSubmit(async (values) => {
    const invited = await write(values)
    if (invited === undefined) return
    close()
    props.onInvited(invited)
  })

  return (
    <Dialog
      title="Invite to the team"
      width={520}
      isOpen
      onClose={close}
      hasChanges={hasChanges}
      isBusy={isBusy}
      onSubmit={(event: FormEvent) => void submit(event)}
      footer={
        <WriteFoot
          verb="Send invitation"
          busyVerb="Sending invitation"
          isBusy={isBusy}
          onCancel={close}
        />
      }
    >
      <FormText
        form={form}
        name="email"
        label="Email"
        type="email"
        inputSize="lg"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      <Controller
        control={control}
        name="role"
        render={({ field }) => (
          <RoleField
            members={members}
            value={field.value}
            onChange={(chosen) => {
              field.onChange(chosen)
              if (isAdmin(chosen)) form.setValue('isReadOnly', false, { shouldDirty: true })
            }}
          />
        )}
      />
      {hasReaders && (
        <Controller
          control={control}
          name="isReadOnly"
          render={({ field }) => (
            <ReaderField role={role} value={field.value} onChange={field.onChange} />
          )}
        />
      )}
      <Controller
        control={control}
        name="projects"
        render={({ field, fieldState }) => (
          <ProjectsField
            role={role}
            value={field.value}
            onChange={field.onChange}
            error={fieldState.error?.message}
          />
        )}
      />
      <Hint>
        They get a mail with a link that sets the password. The link works for 72 hours. Where the
        server sends no mail, you get a one-time password for them.
      </Hint>
    </Dialog>
  )
}
