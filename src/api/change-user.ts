import { currentUser, updateUser } from '#src/state/session.ts'
import { keepUser } from '#src/state/session-record.ts'
import { userSchema, type User } from '#src/wire/users.ts'
import { http } from './http.ts'

export async function fetchUser(id: string): Promise<User> {
  return http.get(`/users/${encodeURIComponent(id)}`, {}, userSchema)
}

/**
 * Merges changed fields into the user (spec 4), on the device too: the next start may go by what is
 * kept there before the server has answered.
 */
export async function changeUser(changes: Partial<User>): Promise<void> {
  updateUser(changes)
  const user = currentUser()
  // A copy: a database can't clone the state's own proxies.
  if (user !== null) await keepUser({ ...user })
}

/**
 * The signed-in user as the server knows them now, for when the answer to a change may have been
 * lost. The change is kept as by `changeUser`. Null when nobody is signed in or it can't be fetched.
 */
export async function refetchUser(): Promise<User | null> {
  const id = currentUser()?.id
  if (id === undefined) return null
  try {
    const user = await fetchUser(id)
    // Another person may have signed in meanwhile.
    if (currentUser()?.id !== id) return null
    await changeUser(user)
    return user
  } catch {
    return null
  }
}
