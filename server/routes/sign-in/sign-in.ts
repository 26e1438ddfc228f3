import { alertNewDevice } from '#server/alerts/new-devices.ts'
import { recordAudit } from '#server/auth/audit.ts'
import type { SignInMethod } from '#server/auth/authenticate.ts'
import { requestPlace } from '#server/auth/request-place.ts'
import { openSession } from '#server/auth/session-tokens.ts'
import type { Tx } from '#server/db/engine/open.ts'
import type { UserRow } from '#server/db/schema/schema.ts'
import type { Context } from '#server/routes/route.ts'
import { cutText } from '#src/domain/text/text.ts'
import type { LoginResponse } from '#src/wire/auth.ts'
import { presentUser } from './users.ts'

const MAX_USER_AGENT_LENGTH = 300

/** Signs a person in, however they proved who they are, in the transaction of the proof. */
export async function signIn(
  tx: Tx,
  {
    dependencies,
    request,
    now,
  }: Pick<Context<'login' | 'secondFactor' | 'passkeySignIn'>, 'dependencies' | 'now' | 'request'>,
  user: UserRow,
  method: SignInMethod,
): Promise<LoginResponse> {
  const userAgent = request.headers['user-agent']
  const tokens = await openSession(tx, dependencies, user.id, {
    ip: request.ip,
    userAgent,
    method,
  })
  await recordAudit(
    tx,
    { actor: user, request, now },
    {
      action: 'session.open',
      object: 'user',
      objectId: user.id,
      after: { user_agent: cutText(userAgent ?? '', MAX_USER_AGENT_LENGTH) || null, method },
    },
  )
  await alertNewDevice(tx, { userId: user.id, place: requestPlace(request), now })
  return { user: await presentUser(tx, user), tokens }
}
