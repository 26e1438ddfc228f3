import { currentUser, updateUser } from '#src/state/session.ts'
import { keepUser } from '#src/state/session-record.ts'
import type { User } from '#src/wire/users.ts'

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
