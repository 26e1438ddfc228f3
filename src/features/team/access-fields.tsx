import { useProjects } from '#src/api/projects.ts'
import { isAdmin } from '#src/domain/people/roles.ts'
import { ProjectChecks } from '#src/projects/ProjectChecks.tsx'
import { RadioList } from '#src/ui/fields/RadioList.tsx'
import type { Member } from '#src/wire/team.ts'
import { roleOptions } from './roles.ts'

/** The role of a member. */
export function RoleField(props: {
  members: readonly Member[]
  value: string
  onChange: (role: string) => void
}) {
  const { members, value, onChange } = props
  return <RadioList label="Role" options={roleOptions(members)} value={value} onChange={onChange} />
}

/** The projects of a member; none to choose for an admin, who sees all. */
export function ProjectsField(props: {
  role: string
  value: readonly string[]
  onChange: (projects: readonly string[]) => void
  error?: string | undefined
}) {
  const { names, colours } = useProjects()
  if (isAdmin(props.role)) return null
  return (
    <ProjectChecks
      names={names}
      colours={colours}
      chosen={props.value}
      onChange={props.onChange}
      // The server stores a list of names: only an admin gets later projects by themselves.
      allLabel="All projects as of today"
      hint={
        names.length === 0
          ? 'There is no project yet. Until you choose one for them, they see nothing.'
          : 'A project that is added later is not included.'
      }
      error={props.error}
    />
  )
}
