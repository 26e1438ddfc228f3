import { canSeeFinance } from '#src/domain/roles.ts'
import type { Call } from '#src/wire/calls.ts'
import type { Actor } from './authenticate.ts'
import type { Db } from '#server/db/open.ts'
import { listProjectIds } from '#server/db/memberships.ts'
import { forbidden, notFound } from '#server/http/errors.ts'

/** @throws HttpError 403 when the role may not make such calls */
export function requireRole(actor: Actor, roles: Call['roles']): void {
  if (roles === 'admin' && actor.role !== 'admin') throw forbidden()
  if (roles === 'finance' && !canSeeFinance(actor.role)) throw forbidden()
}

/** Every project that the caller may see: for an admin all, else the own ones; by name. */
export function allVisibleProjects(db: Db, actor: Actor): Promise<string[]> {
  return listProjectIds(db, actor.role === 'admin' ? null : actor.id)
}

/** Of the asked projects those that the caller may see, each once, in the asked order. */
export async function visibleProjects(
  db: Db,
  actor: Actor,
  asked: readonly string[],
): Promise<string[]> {
  if (asked.length === 0) return []
  const wanted = [...new Set(asked)]
  const found = await listProjectIds(db, actor.role === 'admin' ? null : actor.id, wanted)
  const visible = new Set(found)
  return wanted.filter((id) => visible.has(id))
}

/** @throws HttpError 404 for a project that isn't there or isn't the caller's: both look the same */
export async function requireProject(db: Db, actor: Actor, projectId: string): Promise<void> {
  const [visible] = await visibleProjects(db, actor, [projectId])
  if (visible === undefined) throw notFound()
}
