import { recordAudit } from '#server/auth/audit.ts'
import { countryOf } from '#server/auth/request-place.ts'
import {
  listSessions,
  lockSession,
  revokeSession,
  revokeSessionsOf,
  type SessionRow,
} from '#server/db/accounts/sessions.ts'
import { lockUser } from '#server/db/accounts/users.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { notFound } from '#server/http/errors.ts'
import { route, type Api } from '#server/routes/route.ts'
import { deviceName } from '#src/domain/people/device-name.ts'
import type { SignedInSession } from '#src/wire/sessions.ts'

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

export function sessionRoutes(api: Api): void {
  // From the primary: the person compares it with what they have just ended.
  route(api, 'listSessions', async ({ actor, db, now }) => {
    const sessions = await listSessions(db, actor.id, now)
    const isCurrent = ({ id }: SessionRow) => id === actor.sessionId
    return [...sessions.filter(isCurrent), ...sessions.filter((row) => !isCurrent(row))].map(
      (row) => presentSession(row, isCurrent(row)),
    )
  })

  route(api, 'endSession', async (context) => {
    const { params, actor, db, now } = context
    if (!UUID.test(params.id)) throw notFound()
    await inTransaction(db, async (tx) => {
      const session = await lockSession(tx, params.id)
      const isLive = session?.revoked_at === null && session.expires_at > now
      if (!isLive || session.user_id !== actor.id) throw notFound()
      await revokeSession(tx, session.id, now, 'ended by its person')
      await recordAudit(tx, context, {
        action: 'session.end',
        object: 'session',
        objectId: session.id,
        before: { device: deviceName(session.user_agent ?? '') },
      })
    })
  })

  route(api, 'endOtherSessions', async (context) => {
    const { actor, db, now } = context
    await inTransaction(db, async (tx) => {
      // A sign-in at the same time is before or after this.
      await lockUser(tx, actor.id)
      await revokeSessionsOf(tx, actor.id, now, 'ended by its person', actor.sessionId)
      const entry = { action: 'session.end_others', object: 'user', objectId: actor.id } as const
      await recordAudit(tx, context, entry)
    })
  })
}

function presentSession(row: SessionRow, isCurrent: boolean): SignedInSession {
  return {
    id: row.id,
    device: deviceName(row.user_agent ?? ''),
    method: row.method,
    ip: row.ip,
    country: row.ip === null ? null : countryOf(row.ip),
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at.toISOString(),
    is_current: isCurrent ? 1 : 0,
  }
}
