import { queryOptions } from '@tanstack/react-query'
import { queryOf } from '#src/api/http.ts'
import { teamCalls } from '#src/wire/team.ts'

const { listTeam } = teamCalls

/** The people with an account. Kept on the device: addresses and roles only. */
export const teamQuery = queryOptions({
  ...queryOf(listTeam, {}),
  meta: { keep: listTeam.response },
})

/** What every write to the team changes. */
export const TEAM_KEYS = [[listTeam.path]] as const
