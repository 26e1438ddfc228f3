import { requireProject, visibleProjects } from '#server/auth/access.ts'
import { recordAudit } from '#server/auth/audit.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import {
  hastenNotices,
  listNotices,
  lockNotice,
  type NoticeKind,
  type NoticeRow,
} from '#server/db/messages/notices.ts'
import { retryQueued } from '#server/db/messages/queue.ts'
import { parseId } from '#server/db/records/ids.ts'
import { notFound } from '#server/http/errors.ts'
import { route, type Api } from '#server/routes/route.ts'
import { canSeeFinance } from '#src/domain/people/roles.ts'
import type { Notice } from '#src/wire/notices.ts'
import { listAlertNotices, retryAlertNotice } from './alert-notices.ts'

/** Chat notices contain payments, which only the finance roles may see. */
const kindsFor = (role: string): NoticeKind[] => (canSeeFinance(role) ? ['chat', 'lead'] : ['lead'])

export function noticeRoutes(api: Api): void {
  route(api, 'listNotices', async ({ query, actor, db, readDb }) => {
    const projects = await visibleProjects(db, actor, query.projects)
    const states = query.state.length === 0 ? (['failed'] as const) : [...new Set(query.state)]
    const rows = await Promise.all(
      states.map((state) => listNotices(readDb, projects, kindsFor(actor.role), state)),
    )
    const notices = rows
      .flat()
      .map((row) => ({ ...presentNotice(row), subject: row.email ?? String(row.subject_id) }))
    const alerts = await Promise.all(
      states.map((state) => listAlertNotices(db, actor, projects, state)),
    )
    return [...notices, ...alerts.flat()].toSorted(
      (a, b) =>
        Date.parse(b.created_at) - Date.parse(a.created_at) || Number(b.id) - Number(a.id) || 0,
    )
  })

  route(api, 'retryNotice', async (context) => {
    const { params, actor, db, now } = context
    return inTransaction(db, async (tx) => {
      const alert = await retryAlertNotice(tx, context, params.id)
      if (alert) return alert
      const id = parseId(params.id)
      if (id === null) throw notFound()
      const notice = await lockNotice(tx, id)
      if (!notice || !kindsFor(actor.role).includes(notice.kind)) throw notFound()
      await requireProject(tx, actor, notice.project_id)
      if (notice.state === 'sent') return presentNotice(notice)
      if (notice.state === 'waiting' && !(await hastenNotices(tx, notice, now)))
        return presentNotice(notice)
      const hasFailed = notice.state === 'failed'
      if (hasFailed) await retryQueued(tx, 'notices', id, now)
      await recordAudit(tx, context, {
        action: 'notice.retry',
        object: 'notice',
        objectId: id,
        projectId: notice.project_id,
        before: { state: notice.state, next_attempt_at: notice.next_attempt_at },
        after: { state: 'waiting', next_attempt_at: now },
      })
      const attempts = hasFailed ? 0 : notice.attempts
      return presentNotice({ ...notice, state: 'waiting', attempts, next_attempt_at: now })
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
    ...(row.state === 'waiting' ? { next_attempt_at: row.next_attempt_at.toISOString() } : {}),
  }
}
