import { requireProject, visibleProjects } from '#server/auth/access.ts'
import { recordAudit } from '#server/auth/audit.ts'
import { requireStepUp } from '#server/auth/factors/step-up.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { CODE_FILE } from '#server/db/files/file-columns.ts'
import { readProject } from '#server/db/projects/project-settings.ts'
import {
  bonusCodeRows,
  disableBonusCode,
  insertBonusCode,
  listBonusCodes,
  lockBonusCode,
  sumBonusCodes,
  type BonusCodeRow,
} from '#server/db/records/bonus-codes.ts'
import { parseId } from '#server/db/records/ids.ts'
import { conflict, invalidInput, notFound } from '#server/http/errors.ts'
import { sendCsv } from '#server/routes/csv-file.ts'
import { idempotent } from '#server/routes/idempotency.ts'
import { route, type Api } from '#server/routes/route.ts'
import { presentTotal } from '#server/routes/sale/present-total.ts'
import { trimDecimal } from '#src/domain/money/decimals.ts'
import { DATE_ERRORS, type BonusCode } from '#src/wire/bonus-codes.ts'

export function bonusCodeRoutes(api: Api): void {
  route(api, 'listBonusCodes', async ({ query, actor, db, readDb, now }) => {
    const { page, limit, projects: requested, ...filters } = query
    const projects = await visibleProjects(db, actor, requested)
    const rows = await listBonusCodes(readDb, projects, { page, limit }, { ...filters, now })
    return { results: rows.map(presentBonusCode), page, limit }
  })

  route(api, 'sumBonusCodes', async ({ query, actor, db, readDb, now }) => {
    const { projects: requested, ...filters } = query
    const projects = await visibleProjects(db, actor, requested)
    return presentTotal(await sumBonusCodes(readDb, projects, { ...filters, now }))
  })

  route(api, 'exportBonusCodes', async (context) => {
    const { projects: requested, sort, order, ...filters } = context.query
    const { now } = context
    const projects = await visibleProjects(context.db, context.actor, requested)
    return sendCsv(context, {
      ...CODE_FILE,
      name: 'bonus-codes',
      projects,
      rows: () => bonusCodeRows({ ...filters, now }, { sort, order }),
      action: 'bonus_code.export',
      object: 'bonus_code',
      filters: { ...filters, sort, order },
    })
  })

  route(api, 'createBonusCode', async (context) => {
    const { body, actor, db, now } = context
    await requireProject(db, actor, body.project_id)
    const { bonus_code_step_up_over: over } = await readProject(db, body.project_id)
    if (over !== null && body.percentage > Number(over))
      await requireStepUp(context, { over: trimDecimal(over) })
    const [start, end] = [toDate(body.start_date), toDate(body.end_date)]
    return idempotent(context, async (tx) => {
      // Checked here: a repeated request gets the first response even if the end has passed since.
      if (end !== null && end <= now) {
        throw invalidInput('body.end_date', DATE_ERRORS.past)
      }
      const row = await insertBonusCode(tx, {
        project_id: body.project_id,
        code: body.code,
        percentage: body.percentage,
        start_date: start,
        end_date: end,
        max_uses: body.max_uses ?? null,
        tokens_come_from_stage_tokens: body.tokens_come_from_stage_tokens === 1,
        created_at: now,
      })
      if (row === undefined) throw conflict(`${body.project_id} already has the code ${body.code}`)
      await recordAudit(tx, context, {
        action: 'bonus_code.create',
        object: 'bonus_code',
        objectId: row.id,
        projectId: row.project_id,
        after: { ...row },
      })
      return presentBonusCode(row)
    })
  })

  route(api, 'disableBonusCode', async (context) => {
    const { params, actor, db, now } = context
    await requireProject(db, actor, params.project_id)
    const id = parseId(params.id)
    if (id === null) throw notFound()
    return inTransaction(db, async (tx) => {
      const code = await lockBonusCode(tx, params.project_id, id)
      if (code === undefined) throw notFound()
      if (code.disabled) return presentBonusCode(code)
      const row = await disableBonusCode(tx, id, now)
      await recordAudit(tx, context, {
        action: 'bonus_code.disable',
        object: 'bonus_code',
        objectId: id,
        projectId: params.project_id,
        before: { code: code.code, disabled: false },
        after: { code: code.code, disabled: true },
      })
      return presentBonusCode(row)
    })
  })
}

// The database accepts fewer formats of an instant than the wire.
function toDate(instant: string | null | undefined): Date | null {
  return instant ? new Date(instant) : null
}

export function presentBonusCode(row: BonusCodeRow): BonusCode {
  return {
    ...row,
    usd: trimDecimal(row.usd),
    bonus_tokens: trimDecimal(row.bonus_tokens),
    id: String(row.id),
    percentage: Number(row.percentage),
    start_date: row.start_date?.toISOString() ?? null,
    end_date: row.end_date?.toISOString() ?? null,
    disabled: row.disabled ? 1 : 0,
    tokens_come_from_stage_tokens: row.tokens_come_from_stage_tokens ? 1 : 0,
    created_at: row.created_at.toISOString(),
  }
}
