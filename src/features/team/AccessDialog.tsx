import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { send } from '#src/api/http.ts'
import { useProjects } from '#src/api/projects.ts'
import { TEAM_KEYS } from '#src/api/team.ts'
import { isAdmin } from '#src/domain/people/roles.ts'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { teamCalls, type Member, type MemberUpdate } from '#src/wire/team.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { WriteFoot } from '#src/writes/WriteFoot.tsx'
import { ProjectsField, RoleField } from './access-fields.tsx'
import { ACTION_LABELS } from './member-actions.ts'
import { lacksProjects, NO_PROJECT_CHOSEN } from './roles.ts'

/** Changes the role or the projects of a member; an admin who gets another role needs both. */
export function AccessDialog(props: {
  member: Member
  members: readonly Member[]
  part: 'role' | 'projects'
  onClose: () => void
}) {
  const { member, part, onClose } = props
  const [role, setRole] = useState(member.role)
  const [projects, setProjects] = useState<readonly string[]>(member.projects)
  const hasProjects = part === 'projects' || (isAdmin(member.role) && !isAdmin(role))
  const update: MemberUpdate = {
    ...(role !== member.role && { role }),
    ...(hasProjects && projects.join() !== member.projects.join() && { projects: [...projects] }),
  }
  const hasChanges = Object.keys(update).length > 0
  const { names } = useProjects()
  const isLacking = hasChanges && hasProjects && lacksProjects(role, projects, names)
  const { write, isBusy } = useWrite({
    mutationFn: (body: MemberUpdate) =>
      send(teamCalls.updateMember, { params: { id: member.id }, body }),
    meta: {
      success: `Changed ${member.email}`,
      failure: `Error changing ${member.email}`,
      invalidates: TEAM_KEYS,
    },
  })
  const save = async () => {
    if (await write(update)) onClose()
  }
  return (
    <Dialog
      title={ACTION_LABELS[part]}
      width={520}
      isOpen
      onClose={onClose}
      hasChanges={hasChanges}
      isBusy={isBusy}
      footer={
        <WriteFoot
          verb={ACTION_LABELS[part]}
          busyVerb="Saving"
          isBusy={isBusy}
          isReady={hasChanges && !isLacking}
          onCancel={onClose}
          onWrite={() => void save()}
        />
      }
    >
      <p>
        For <b>{member.email}</b>. The change applies at once.
      </p>
      {part === 'role' && <RoleField members={props.members} value={role} onChange={setRole} />}
      {isAdmin(role) && member.may_write === 0 && (
        <Notice icon={Pencil} tone="plain">
          An admin may change everything, so they no longer only look.
        </Notice>
      )}
      {hasProjects && (
        <ProjectsField
          role={role}
          value={projects}
          onChange={setProjects}
          error={isLacking ? NO_PROJECT_CHOSEN : undefined}
        />
      )}
    </Dialog>
  )
}
