import { pluralize } from '#src/domain/pluralize.ts'
import type { Member } from '#src/wire/team.ts'

/** What a choice of roles means for the people who are there. */
export function describeRules(roles: readonly string[], members: readonly Member[]): string {
  if (roles.length === 0) return 'Nobody needs a second factor.'
  const theirs = members.filter(({ role, state }) => state !== 'disabled' && roles.includes(role))
  const without = theirs.filter(({ has_second_factor: has }) => has !== 1).length
  if (without === 0) return 'Everybody with these roles has a second factor.'
  const who = without === 1 ? '1 person' : `${without} people`
  const they = without === 1 ? 'That person sets' : 'They set'
  return `${who} of ${pluralize(theirs.length, 'account')} with these roles ${without === 1 ? 'has' : 'have'} none yet. ${they} one up before going on.`
}

/** The roles in a fixed order, so that the same choice is the same list. */
export function withRole(roles: readonly string[], role: string, isOn: boolean): string[] {
  return [
    ...new Set([...roles.filter((each) => each !== role), ...(isOn ? [role] : [])]),
  ].toSorted()
}
