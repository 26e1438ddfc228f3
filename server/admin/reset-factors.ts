import type { AuditSource } from '#server/auth/audit.ts'
import { forgetCodeTries } from '#server/auth/factors/code-limits.ts'
import { deleteFactorsOf } from '#server/db/accounts/factors.ts'
import { revokeSessionsOf } from '#server/db/accounts/sessions.ts'
import { lockUser } from '#server/db/accounts/users.ts'
import type { Tx } from '#server/db/engine/open.ts'
import { addAccountEvent } from '#server/db/messages/account-events.ts'
import { record } from './accounts.ts'

/**
 * Removes the second factors and recovery codes of a person who has lost them, and ends the sessions.
 * @returns false if there is no such account
 */
export async function resetFactors(tx: Tx, source: AuditSource, id: number): Promise<boolean> {
  const user = await lockUser(tx, id)
  if (!user) return false
  const { actor, now } = source
  await deleteFactorsOf(tx, id)
  await forgetCodeTries(tx, id)
  await revokeSessionsOf(tx, id, now, 'the second factors were reset')
  await record(tx, source, user, 'factor.reset', null, null)
  // An operator has no account.
  const news = { is: 'factors_reset', by: actor.id === null ? null : actor.email } as const
  await addAccountEvent(tx, { userId: id, news, key: `factors_reset ${now.toISOString()}`, now })
  return true
}
