import { parseId } from '#server/db/ids.ts'
import { findUser } from '#server/db/users.ts'
import { forbidden, notFound } from '#server/http/errors.ts'
import { presentUser } from '#server/auth/present-user.ts'
import { route, type Api } from './route.ts'

export function userRoutes(api: Api): void {
  route(api, 'getUser', async ({ params, actor, db }) => {
    const id = parseId(params.id)
    if (id !== actor.id && actor.mustActFirst) throw forbidden()
    if (id === null || (id !== actor.id && actor.role !== 'admin')) throw notFound()
    const user = await findUser(db, id)
    if (!user) throw notFound()
    return presentUser(user)
  })
}
