import { requireProject, visibleProjects } from '#server/auth/access.ts'
import { recordAudit } from '#server/auth/audit.ts'
import {
  listSeoScripts,
  lockSeoScript,
  replaceSeoScript,
  type SeoScriptRow,
} from '#server/db/seo-scripts.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { invalidInput } from '#server/http/errors.ts'
import { isHtmlSnippet } from '#src/domain/html-snippet.ts'
import type { SeoScript } from '#src/wire/seo-scripts.ts'
import { route, type Api } from './route.ts'

export function seoScriptRoutes(api: Api): void {
  route(api, 'listSeoScripts', async ({ query, actor, db, readDb }) => {
    const projects = await visibleProjects(db, actor, query.projects)
    const rows = await listSeoScripts(readDb, projects)
    return rows.map(presentSeoScript)
  })

  route(api, 'updateSeoScript', async (context) => {
    const { params, body, actor, db, now } = context
    await requireProject(db, actor, params.project_id)
    // spec 5: the client checks first, but the scripts run where buyers pay, so the server checks too.
    if (!isHtmlSnippet(body.header ?? ''))
      throw invalidInput('body.header', 'Head script is invalid')
    if (!isHtmlSnippet(body.body ?? '')) throw invalidInput('body.body', 'Body script is invalid')
    const scripts = { header: body.header || null, body: body.body || null }
    return inTransaction(db, async (tx) => {
      const before = await lockSeoScript(tx, params.project_id)
      const row = await replaceSeoScript(tx, params.project_id, scripts, now)
      await recordAudit(tx, context, {
        action: 'seo_script.update',
        object: 'seo_script',
        objectId: row.id,
        projectId: params.project_id,
        before: before ? { header: before.header, body: before.body } : null,
        after: scripts,
      })
      return presentSeoScript(row)
    })
  })
}

function presentSeoScript(row: SeoScriptRow): SeoScript {
  return { id: String(row.id), project_id: row.project_id, header: row.header, body: row.body }
}
