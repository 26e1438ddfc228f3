import { listProjectIds, type ProjectAccess } from '#server/db/accounts/memberships.ts'
import type { Db } from '#server/db/engine/open.ts'
import type { UserRow } from '#server/db/schema/schema.ts'
import { forbidden, notFound } from '#server/http/errors.ts'
import { READ_ONLY } from '#src/domain/people/read-only.ts'
import { canSeeFinance } from '#src/domain/people/roles.ts'
import type { Call } from '#src/wire/call.ts'
import type { Actor } from './authenticate.ts'
import type { Reader } from './reading-keys.ts'

/** @throws HttpError 403 when the role may not make the call */
export function requireRole(actor: Actor, roles: Call['roles']): void {
  if (roles === 'admin' && actor.role !== 'admin') throw forbidden()
  if (roles === 'finance' && !canSeeFinance(actor.role)) throw forbidden()
}

/** @throws HttpError 403 for people who only look, when the call changes more than their own account */
export function requireMayWrite({ mayWrite }: Actor, { method, own }: Call): void {
  if (!mayWrite && method !== 'GET' && !own) throw forbidden(READ_ONLY)
}

/** Whose projects are read: a person's, or those of a reading key. */
type Viewer = Pick<Actor, 'id' | 'role'> | Reader

/**
 * Every project that the caller may see, by name: all for an admin, otherwise the assigned ones.
 */
export function allVisibleProjects(db: Db, actor: Viewer): Promise<string[]> {
  return listProjectIds(db, accessOf(actor))
}

/** By what projects are limited; null for all of them. */
function accessOf(actor: Viewer): ProjectAccess | null {
  if (actor.id === null) return actor.hasAllProjects ? null : { keyId: actor.keyId }
  return actor.role === 'admin' ? null : { userId: actor.id }
}

/**
 * The requested projects that the caller may see, each once, in the requested order.
 * @param hasArchived also archived ones, for what names a project itself: records and the audit log
 */
export async function visibleProjects(
  db: Db,
  actor: Viewer,
  requested: readonly string[],
  hasArchived = false,
): Promise<string[]> {
  if (requested.length === 0) return []
  const ids = [...new Set(requested)]
  const found = await listProjectIds(db, accessOf(actor), ids, hasArchived)
  const visible = new Set(found)
  return ids.filter((id) => visible.has(id))
}

/** @throws HttpError 404 for an unknown project and for one that the caller may not see, alike */
export async function requireProject(
  db: Db,
  actor: Actor | Reader,
  projectId: string,
): Promise<void> {
  const [visible] = await visibleProjects(db, actor, [projectId], true)
  if (visible === undefined) throw notFound()
}

/** Whether this account may credit tokens in the project now, as a request of its person would find. */
export async function mayCredit(
  db: Db,
  user: Pick<UserRow, 'id' | 'role' | 'disabled_at' | 'may_write'>,
  projectId: string,
): Promise<boolean> {
  if (user.disabled_at !== null || !user.may_write || !canSeeFinance(user.role)) return false
  return (await visibleProjects(db, user, [projectId], true)).length > 0
}
