import { useId } from 'react'
import { useProjects } from '#src/api/projects.ts'
import { isAdmin } from '#src/domain/people/roles.ts'
import { ProjectChecks } from '#src/projects/ProjectChecks.tsx'
import { Switch } from '#src/ui/controls/Switch.tsx'
import { RadioList } from '#src/ui/fields/RadioList.tsx'
import { styled } from '#src/ui/theme.ts'
import type { Member } from '#src/wire/team.ts'
import { READER_LABEL, roleOptions } from './roles.ts'

const Box = styled('div')`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 12px;
  padding: 8px 12px;
  background: var(--surface-2);
  border: 1px solid var(--line-control);
  border-radius: var(--r-md);
  & small {
    display: block;
    font: var(--t-small);
    color: var(--text-3);
  }
`

/** The role of a member. */
export function RoleField(props: {
  members: readonly Member[]
  value: string
  onChange: (role: string) => void
}) {
  const { members, value, onChange } = props
  return <RadioList label="Role" options={roleOptions(members)} value={value} onChange={onChange} />
}

/** Whether a member may look, but not change; nothing for an admin, who may change everything. */
export function ReaderField(props: {
  role: string
  value: boolean
  onChange: (isReadOnly: boolean) => void
}) {
  const id = useId()
  if (isAdmin(props.role)) return null
  return (
    <Box>
      <label htmlFor={id}>
        {READER_LABEL}
        <small id={`${id}-text`}>Sees what the role sees and changes only their own account.</small>
      </label>
      <Switch
        id={id}
        label={READER_LABEL}
        describedBy={`${id}-text`}
        layout="bare"
        checked={props.value}
        onChange={props.onChange}
      />
    </Box>
  )
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
