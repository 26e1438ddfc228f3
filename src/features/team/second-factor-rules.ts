import type { Member } from '#src/wire/team.ts'

export const RULES_TITLE = 'Second factor rules'

/** What a choice of roles means for the people who are there. */
export function describeRules(roles: readonly string[], members: readonly Member[]): string {
  if (roles.length === 0) return 'Nobody needs a second factor.'
  const theirs = members.filter(({ role, state }) => state !== 'disabled' && roles.includes(role))
  const without = theirs.filter(({ has_second_factor: has }) => has !== 1).length
  if (without === 0) return 'Everybody with these roles has a second factor.'
  const people = theirs.length === 1 ? '1 person' : `${theirs.length} people`
  const have = without === 1 ? 'has' : 'have'
  return `${without} of ${people} with these roles ${have} none yet, and must set one up before going on.`
}

/** The roles in a fixed order, so that the same choice is the same list. */
export function withRole(roles: readonly string[], role: string, isOn: boolean): string[] {
  return [
    ...new Set([...roles.filter((each) => each !== role), ...(isOn ? [role] : [])]),
  ].toSorted()
}
