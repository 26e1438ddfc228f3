import { addProject, setArchived } from '#server/admin/project-administration.ts'
import { requireProject } from '#server/auth/access.ts'
import { recordAudit } from '#server/auth/audit.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { listProjectStarts } from '#server/db/projects/projects.ts'
import { deleteTestWallet } from '#server/db/records/wallets.ts'
import { conflict, notFound } from '#server/http/errors.ts'
import { route, type Api, type Context } from '#server/routes/route.ts'
import { presentProject } from './present-project.ts'

export function projectAdministrationRoutes(api: Api): void {
  route(api, 'createProject', async (context) => {
    const { body, actor, db } = context
    const result = await addProject(db, context, body)
    if ('takenBy' in result) throw conflict(`${result.takenBy} already exists`)
    return presentProject(result.added, actor.role)
  })

  route(api, 'listArchivedProjects', async ({ db }) => {
    const projects = await listProjectStarts(db)
    return projects.flatMap(({ id, archived_at }) =>
      archived_at === null ? [] : [{ id, archived_at: archived_at.toISOString() }],
    )
  })

  route(api, 'archiveProject', (context) => archive(api, context, true))
  route(api, 'restoreProject', (context) => archive(api, context, false))

  route(api, 'removeTestWallet', async (context) => {
    const { params, actor, db } = context
    await requireProject(db, actor, params.id)
    await inTransaction(db, async (tx) => {
      if (!(await deleteTestWallet(tx, params.id))) throw notFound()
      await recordAudit(tx, context, {
        action: 'project.remove_test_wallet',
        object: 'project',
        objectId: params.id,
        projectId: params.id,
      })
    })
  })
}

async function archive(
  { onArchive }: Api,
  context: Context<'archiveProject'> | Context<'restoreProject'>,
  isArchived: boolean,
): Promise<void> {
  const { params, actor, db } = context
  await requireProject(db, actor, params.id)
  await inTransaction(db, (tx) => setArchived(tx, context, params.id, isArchived))
  for (const act of onArchive) act()
}
