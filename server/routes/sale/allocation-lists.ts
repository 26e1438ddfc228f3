import { requestFreeze } from '#server/allocations/freeze.ts'
import { requireProject } from '#server/auth/access.ts'
import { recordAudit } from '#server/auth/audit.ts'
import type { Actor } from '#server/auth/authenticate.ts'
import type { Reader } from '#server/auth/reading-keys.ts'
import {
  findAllocationList,
  listAllocationLists,
  lockAllocationList,
  updateAllocationList,
  type AllocationListRow,
} from '#server/db/allocations/lists.ts'
import type { Db } from '#server/db/engine/open.ts'
import { parseId } from '#server/db/records/ids.ts'
import { conflict, notFound } from '#server/http/errors.ts'
import { idempotent } from '#server/routes/idempotency.ts'
import { route, type Api } from '#server/routes/route.ts'
import { presentAllocationList } from './present-allocation-list.ts'

export function allocationListRoutes(api: Api): void {
  route(api, 'createAllocationList', async (context) => {
    const { actor, body, db, dependencies } = context
    const { project_id: projectId, decimals, note } = body
    await requireProject(db, actor, projectId)
    await dependencies.allocationJobs.failEnded()
    let added: AllocationListRow | undefined
    const response = await idempotent(context, async (tx) => {
      const freeze = await requestFreeze(tx, context, { projectId, decimals, note })
      if ('refused' in freeze) throw conflict(freeze.refused)
      added = freeze.list
      return presentAllocationList(freeze.list)
    })
    if (added) void dependencies.allocationJobs.start(added, actor)
    return response
  })

  route(api, 'listAllocationLists', async ({ actor, db, query }) => {
    const { project_id: projectId, page, limit } = query
    await requireProject(db, actor, projectId)
    // A replica may lack the list that the caller has just made.
    const rows = await listAllocationLists(db, projectId, { page, limit })
    return { results: rows.map(presentAllocationList), page, limit }
  })

  route(api, 'getAllocationList', async ({ actor, db, params }) =>
    presentAllocationList(await requireAllocationList(db, actor, params.id)),
  )

  route(api, 'withdrawAllocationList', async (context) => {
    const { actor, body, now, params } = context
    return idempotent(context, async (tx) => {
      const list = await requireAllocationList(tx, actor, params.id, lockAllocationList)
      const { id, number, state } = list
      if (state === 'withdrawn') return presentAllocationList(list)
      if (state === 'building')
        throw conflict(`List ${number} is being built. Withdraw it when it is ready.`)
      if (state === 'failed')
        throw conflict(`List ${number} was not built, so there is nothing to withdraw.`)
      const withdrawn = await updateAllocationList(tx, id, {
        state: 'withdrawn',
        withdrawn_at: now,
        withdrawn_by: actor.email,
        withdrawn_reason: body.reason,
      })
      await recordAudit(tx, context, {
        action: 'allocation_list.withdraw',
        object: 'allocation_list',
        objectId: id,
        projectId: list.project_id,
        after: { number, reason: body.reason },
      })
      return presentAllocationList(withdrawn)
    })
  })
}

/** @throws HttpError 404 for an unknown list, and for one of a project that the caller may not see */
export async function requireAllocationList<Connection extends Db>(
  db: Connection,
  actor: Actor | Reader,
  text: string,
  read: (db: Connection, id: number) => Promise<AllocationListRow | undefined> = findAllocationList,
): Promise<AllocationListRow> {
  const id = parseId(text)
  const list = id === null ? undefined : await read(db, id)
  if (!list) throw notFound()
  await requireProject(db, actor, list.project_id)
  return list
}
