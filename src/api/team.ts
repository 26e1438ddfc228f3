import { queryOptions } from '@tanstack/react-query'
import { teamCalls } from '#src/wire/team.ts'
import { queryOf } from './http.ts'

const { listTeam } = teamCalls

/** The people with an account. Kept on the device: addresses and roles only. */
export const teamQuery = queryOptions({
  ...queryOf(listTeam, {}),
  meta: { keep: listTeam.response },
})

/** What every write to the team changes. */
export const TEAM_KEYS = [teamQuery.queryKey] as const
