import { listProjectIds } from '#server/db/accounts/memberships.ts'
import type { Db } from '#server/db/engine/open.ts'
import type { UserRow } from '#server/db/schema/schema.ts'
import { forbidden, notFound } from '#server/http/errors.ts'
import { canSeeFinance } from '#src/domain/people/roles.ts'
import type { Call } from '#src/wire/call.ts'
import type { Actor } from './authenticate.ts'

/** @throws HttpError 403 when the role may not make the call */
export function requireRole(actor: Actor, roles: Call['roles']): void {
  if (roles === 'admin' && actor.role !== 'admin') throw forbidden()
  if (roles === 'finance' && !canSeeFinance(actor.role)) throw forbidden()
}

/**
 * Every project that the caller may see, by name: all for an admin, otherwise the assigned ones.
 */
export function allVisibleProjects(db: Db, actor: Pick<Actor, 'id' | 'role'>): Promise<string[]> {
  return listProjectIds(db, actor.role === 'admin' ? null : actor.id)
}

/**
 * The requested projects that the caller may see, each once, in the requested order.
 * @param hasArchived also archived ones, for what names a project itself: records and the audit log
 */
export async function visibleProjects(
  db: Db,
  actor: Pick<Actor, 'id' | 'role'>,
  requested: readonly string[],
  hasArchived = false,
): Promise<string[]> {
  if (requested.length === 0) return []
  const ids = [...new Set(requested)]
  const found = await listProjectIds(db, actor.role === 'admin' ? null : actor.id, ids, hasArchived)
  const visible = new Set(found)
  return ids.filter((id) => visible.has(id))
}

/** @throws HttpError 404 for an unknown project and for one that the caller may not see, alike */
export async function requireProject(db: Db, actor: Actor, projectId: string): Promise<void> {
  const [visible] = await visibleProjects(db, actor, [projectId], true)
  if (visible === undefined) throw notFound()
}

/** Whether this account may credit tokens in the project now, as a request of its person would find. */
export async function mayCredit(
  db: Db,
  user: Pick<UserRow, 'id' | 'role' | 'disabled_at'>,
  projectId: string,
): Promise<boolean> {
  if (user.disabled_at !== null || !canSeeFinance(user.role)) return false
  return (await visibleProjects(db, user, [projectId], true)).length > 0
}
