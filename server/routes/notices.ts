import { requireProject, visibleProjects } from '#server/auth/access.ts'
import { recordAudit } from '#server/auth/audit.ts'
import { parseId } from '#server/db/ids.ts'
import {
  listFailedNotices,
  lockNotice,
  retryNotice,
  type NoticeKind,
  type NoticeRow,
} from '#server/db/notices.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { notFound } from '#server/http/errors.ts'
import { canSeeFinance } from '#src/domain/roles.ts'
import type { Notice } from '#src/wire/notices.ts'
import { route, type Api } from './route.ts'

/** Chat notices contain payments, which only the finance roles may see. */
const kindsFor = (role: string): NoticeKind[] => (canSeeFinance(role) ? ['chat', 'lead'] : ['lead'])

export function noticeRoutes(api: Api): void {
  route(api, 'listNotices', async ({ query, actor, db, readDb }) => {
    const projects = await visibleProjects(db, actor, query.projects)
    const rows = await listFailedNotices(readDb, projects, kindsFor(actor.role))
    return rows.map(presentNotice)
  })

  route(api, 'retryNotice', async (context) => {
    const { params, actor, db, now } = context
    const id = parseId(params.id)
    if (id === null) throw notFound()
    return inTransaction(db, async (tx) => {
      const notice = await lockNotice(tx, id)
      if (!notice || !kindsFor(actor.role).includes(notice.kind)) throw notFound()
      await requireProject(tx, actor, notice.project_id)
      // A notice that is pending or sent needs no retry.
      if (notice.state !== 'failed') return presentNotice(notice)
      const retried = await retryNotice(tx, id, now)
      await recordAudit(tx, context, {
        action: 'notice.retry',
        object: 'notice',
        objectId: id,
        projectId: notice.project_id,
        before: { state: notice.state },
        after: { state: retried.state },
      })
      return presentNotice(retried)
    })
  })
}

function presentNotice(row: NoticeRow): Notice {
  return {
    id: String(row.id),
    project_id: row.project_id,
    kind: row.kind,
    state: row.state,
    reason: row.reason,
    attempts: row.attempts,
    created_at: row.created_at.toISOString(),
  }
}
