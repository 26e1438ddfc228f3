import { requiresSecondFactor } from '#server/db/accounts/factors.ts'
import { findUser } from '#server/db/accounts/users.ts'
import type { Db } from '#server/db/engine/open.ts'
import { parseId } from '#server/db/records/ids.ts'
import type { UserRow } from '#server/db/schema/schema.ts'
import { forbidden, notFound } from '#server/http/errors.ts'
import { route, type Api } from '#server/routes/route.ts'
import type { User } from '#src/wire/users.ts'

export function userRoutes(api: Api): void {
  route(api, 'getUser', async ({ params, actor, db }) => {
    const id = parseId(params.id)
    if (id !== actor.id && actor.mustActFirst) throw forbidden()
    if (id === null || (id !== actor.id && actor.role !== 'admin')) throw notFound()
    const user = await findUser(db, id)
    if (!user) throw notFound()
    return presentUser(db, user)
  })
}

export async function presentUser(
  db: Db,
  row: Pick<
    UserRow,
    'id' | 'role' | 'email' | 'is_email_verified' | 'requires_password_reset' | 'may_write'
  >,
): Promise<User> {
  return {
    id: String(row.id),
    role: row.role,
    email: row.email,
    is_email_verified: row.is_email_verified ? 1 : 0,
    requires_password_reset: row.requires_password_reset ? 1 : 0,
    may_write: row.may_write ? 1 : 0,
    requires_second_factor: (await requiresSecondFactor(db, row.id)) ? 1 : 0,
  }
}
