import { requireProject, visibleProjects } from '#server/auth/access.ts'
import { recordAudit } from '#server/auth/audit.ts'
import type { Tx } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { addProjectEvents } from '#server/db/messages/account-events.ts'
import {
  addSeoScriptVersion,
  findSeoScriptVersion,
  listSeoScripts,
  listSeoScriptVersions,
  lockSeoScript,
  replaceSeoScript,
  type SeoScriptRow,
  type SeoScriptVersionRow,
} from '#server/db/site/seo-scripts.ts'
import { conflict, invalidInput, notFound } from '#server/http/errors.ts'
import { route, type Api, type Context } from '#server/routes/route.ts'
import { isHtmlSnippet } from '#src/domain/text/html-snippet.ts'
import {
  MAX_LISTED_VERSIONS,
  type SeoScript,
  type SeoScriptVersion,
} from '#src/wire/seo-scripts.ts'

type Scripts = Pick<SeoScriptRow, 'header' | 'body'>

export function seoScriptRoutes(api: Api): void {
  route(api, 'listSeoScripts', async ({ query, actor, db, readDb }) => {
    const projects = await visibleProjects(db, actor, query.projects)
    const rows = await listSeoScripts(readDb, projects)
    return rows.map(presentSeoScript)
  })

  route(api, 'updateSeoScript', async (context) => {
    const { params, body, actor, db } = context
    await requireProject(db, actor, params.project_id)
    // The client checks first, but the scripts run where buyers pay, so the server checks too.
    if (!isHtmlSnippet(body.header ?? ''))
      throw invalidInput('body.header', 'Head script is invalid')
    if (!isHtmlSnippet(body.body ?? '')) throw invalidInput('body.body', 'Body script is invalid')
    const scripts = { header: body.header || null, body: body.body || null }
    return inTransaction(db, async (tx) => {
      const before = await lockSeoScript(tx, params.project_id)
      if (before && isEqual(before, scripts)) return presentSeoScript(before)
      return save(tx, context, { before, scripts })
    })
  })

  // Somebody who has just saved reads them, so they come from the primary.
  route(api, 'listSeoScriptVersions', async ({ params, actor, db }) => {
    await requireProject(db, actor, params.project_id)
    const rows = await listSeoScriptVersions(db, params.project_id, MAX_LISTED_VERSIONS)
    return rows.map(presentVersion)
  })

  route(api, 'restoreSeoScript', async (context) => {
    const { params, actor, db } = context
    await requireProject(db, actor, params.project_id)
    return inTransaction(db, async (tx) => {
      const before = await lockSeoScript(tx, params.project_id)
      const restored = Number(params.version)
      const version = await findSeoScriptVersion(tx, params.project_id, restored)
      if (version === undefined) throw notFound()
      const scripts = { header: version.header, body: version.body }
      if (before && isEqual(before, scripts)) throw conflict('These scripts are in use already')
      return save(tx, context, { before, scripts, restored })
    })
  })
}

/**
 * Replaces the scripts, and keeps them as the project's next version; before them those that were in use, if
 * a process of the version before saved them.
 */
async function save(
  tx: Tx,
  context: Context<'updateSeoScript'> | Context<'restoreSeoScript'>,
  change: { before: SeoScriptRow | undefined; scripts: Scripts; restored?: number },
): Promise<SeoScript> {
  const { params, actor, now } = context
  const { before, scripts, restored } = change
  const projectId = params.project_id
  if (before) {
    const [newest] = await listSeoScriptVersions(tx, projectId, 1)
    const { header, body, updated_at: created_at } = before
    if (!newest || !isEqual(newest, before))
      await addSeoScriptVersion(tx, projectId, { header, body, created_at, created_by: null })
  }
  const row = await replaceSeoScript(tx, projectId, scripts, now)
  const version = await addSeoScriptVersion(tx, projectId, {
    ...scripts,
    created_at: now,
    created_by: actor.email,
  })
  await recordAudit(tx, context, {
    action: restored === undefined ? 'seo_script.update' : 'seo_script.restore',
    object: 'seo_script',
    objectId: row.id,
    projectId,
    before: before ? { header: before.header, body: before.body } : null,
    after: restored === undefined ? scripts : { ...scripts, version: restored },
  })
  await addProjectEvents(tx, {
    kind: 'script_changed',
    projectId,
    key: `${projectId} ${version}`,
    data: { by: actor.email, version },
    authorId: actor.id,
    now,
  })
  return presentSeoScript(row)
}

const isEqual = (a: Scripts, b: Scripts) => a.header === b.header && a.body === b.body

function presentSeoScript(row: SeoScriptRow): SeoScript {
  return { id: String(row.id), project_id: row.project_id, header: row.header, body: row.body }
}

const presentVersion = (row: SeoScriptVersionRow): SeoScriptVersion => ({
  ...row,
  created_at: row.created_at.toISOString(),
})
