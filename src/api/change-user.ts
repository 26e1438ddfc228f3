import { keepUser } from '#src/state/session-record.ts'
import { currentUser, updateUser } from '#src/state/session.ts'
import { userCalls, type User } from '#src/wire/users.ts'
import { send } from './http.ts'

export async function fetchUser(id: string): Promise<User> {
  return send(userCalls.getUser, { params: { id } })
}

/**
 * Merges changed fields into the user, on the device too: the next start may use the stored
 * user before the server responds.
 */
export async function changeUser(changes: Partial<User>): Promise<void> {
  updateUser(changes)
  const user = currentUser()
  // A copy: IndexedDB cannot clone a proxy.
  if (user !== null) await keepUser({ ...user })
}

/**
 * Fetches the signed-in user after a change whose response may have been lost, and stores it as
 * `changeUser` does. Null if nobody is signed in or the fetch fails.
 */
export async function refetchUser(): Promise<User | null> {
  const id = currentUser()?.id
  if (id === undefined) return null
  try {
    const user = await fetchUser(id)
    // Another user may have signed in meanwhile.
    if (currentUser()?.id !== id) return null
    await changeUser(user)
    return user
  } catch {
    return null
  }
}
