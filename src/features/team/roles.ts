import { isAdmin } from '#src/domain/people/roles.ts'
import { capitalize } from '#src/domain/text/text.ts'
import type { Member } from '#src/wire/team.ts'

/** Of people who may look, but not change, beside their role. */
export const READER_LABEL = 'Can only look'

interface RoleOption {
  value: string
  label: string
  /** What the role may do. */
  text: string
}

const LIMITED = 'Leads, banners, scripts and registrations; no money'
const OPTIONS: readonly RoleOption[] = [
  { value: 'admin', label: 'Admin', text: 'Everything, in all projects' },
  { value: 'user', label: 'User', text: 'Sales, codes and settings of chosen projects' },
  { value: 'client', label: 'Client', text: 'As User, for the project owner' },
  { value: 'marketing', label: 'Marketing', text: LIMITED },
]

/** "Admin". A role of the sale's own begins with a capital, too. */
export function roleLabel(role: string): string {
  return capitalize(role)
}

/** The roles to choose from: the usual ones, others that somebody has, and those in `more`. */
export function roleOptions(
  members: readonly Member[],
  more: readonly string[] = [],
): RoleOption[] {
  const own = new Set([...members.map(({ role }) => role), ...more])
  for (const { value } of OPTIONS) own.delete(value)
  return [
    ...OPTIONS,
    ...[...own].toSorted().map((value) => ({ value, label: roleLabel(value), text: LIMITED })),
  ]
}

/** The projects to send with a role: an admin has access to all. */
export function projectsFor(role: string, chosen: readonly string[]): readonly string[] {
  return isAdmin(role) ? [] : chosen
}

export const NO_PROJECT_CHOSEN = 'Choose at least one project. Without one, they see nothing.'

/**
 * Whether a person with this role would see nothing.
 * @param names the projects to choose from; without any, nobody can choose one
 */
export function lacksProjects(
  role: string,
  chosen: readonly string[],
  names: readonly string[],
): boolean {
  return !isAdmin(role) && names.length > 0 && chosen.length === 0
}
