import { useQuery } from '@tanstack/react-query'
import { useAdministration } from '#src/api/features.ts'
import { teamQuery } from '#src/api/team.ts'
import { useUser } from '#src/state/session.ts'

/** The email address of an account by its id. Others than admins know their own only. */
export function usePersonName(): (id: string) => string {
  const user = useUser()
  const administers = useAdministration()
  const { data } = useQuery({ ...teamQuery, enabled: administers })
  return (id) => {
    if (id === user?.id) return user.email
    return data?.find((member) => member.id === id)?.email ?? `account ${id}`
  }
}
