import { requireProject, visibleProjects } from '#server/auth/access.ts'
import { recordAudit } from '#server/auth/audit.ts'
import type { Db } from '#server/db/engine/open.ts'
import {
  insertStatement,
  listStatements,
  type StatementRow,
} from '#server/db/figures/settlement-statements.ts'
import {
  sumSettlements,
  type AppliedTerms,
  type Settlements,
} from '#server/db/figures/settlement.ts'
import { invalidInput } from '#server/http/errors.ts'
import { idempotent } from '#server/routes/idempotency.ts'
import { route, type Api } from '#server/routes/route.ts'
import type { TimeRange } from '#src/domain/time/calendar.ts'
import { canonicalZone } from '#src/domain/time/zone.ts'
import type { Settlement, Statement } from '#src/wire/settlement.ts'
import { toRange } from './analytics-graphs.ts'

/** A period that ends now does so by the clock of a device, which may be ahead by this much. */
const CLOCK_TOLERANCE_MS = 2 * 60_000

export function settlementRoutes(api: Api): void {
  route(api, 'getSettlement', async ({ actor, db, readDb, query }) => {
    const projects = await visibleProjects(db, actor, query.projects)
    return settle(readDb, projects, toRange(query))
  })

  route(api, 'listStatements', async ({ actor, db, readDb, query }) => {
    const { page, limit, start_date, end_date } = query
    const projects = await visibleProjects(db, actor, query.projects, true)
    const period = { start: toDate(start_date), end: toDate(end_date) }
    const rows = await listStatements(readDb, projects, { page, limit }, period)
    return { results: rows.map(presentStatement), page, limit }
  })

  route(api, 'saveStatement', async (context) => {
    const { body, actor, db, now } = context
    const { project_id, start_date, end_date, tz } = body
    await requireProject(db, actor, project_id)
    if (canonicalZone(tz) === null)
      throw invalidInput('body.tz', 'Must be a time zone such as Europe/Berlin')
    const isOpen = Date.parse(end_date) > now.getTime() + CLOCK_TOLERANCE_MS
    if (isOpen && body.confirm_open_period !== true)
      throw invalidInput(
        'body.end_date',
        'The period is not over. Choose an earlier end, or send confirm_open_period: true to save the figures so far',
      )
    // From the primary, because a replica may lag behind what the person has just seen.
    const { [project_id]: figures } = await settle(db, [project_id], toRange(body))
    return idempotent(context, async (tx) => {
      const row = await insertStatement(tx, {
        project_id,
        start_date: new Date(start_date),
        end_date: new Date(end_date),
        tz,
        figures: JSON.stringify(figures),
        created_at: now,
        created_by: actor.email,
      })
      await recordAudit(tx, context, {
        action: 'statement.save',
        object: 'statement',
        objectId: row.id,
        projectId: project_id,
        after: { number: row.number, start_date, end_date, tz },
      })
      return presentStatement(row)
    })
  })
}

const toDate = (instant: string | undefined) =>
  instant === undefined ? undefined : new Date(instant)

async function settle(
  db: Db,
  projects: readonly string[],
  range: TimeRange,
): Promise<Record<string, Settlement>> {
  if (projects.length === 0) return {}
  const settlements = await sumSettlements(db, projects, range)
  return Object.fromEntries(projects.map((project) => [project, present(settlements, project)]))
}

function present({ lines, tokens, applied }: Settlements, project: string): Settlement {
  const line = lines.find(({ project_id }) => project_id === project)
  // `sumSettlements` has a line for each project.
  if (line === undefined) throw new Error(`No settlement of ${project}`)
  const { project_id: _project, terms_since, ...figures } = line
  return {
    by_token: tokens
      .filter(({ project_id }) => project_id === project)
      .map(({ project_id: _own, ...token }) => token),
    ...figures,
    terms_since: terms_since?.toISOString() ?? null,
    applied_terms: changesOf(applied.filter(({ project_id }) => project_id === project)),
  }
}

/** The terms without those that equal the ones before them: other terms changed, or another project's. */
function changesOf(applied: readonly AppliedTerms[]): Settlement['applied_terms'] {
  return applied
    .filter((own, place) => {
      const before = applied[place - 1]
      return before?.fee !== own.fee || before.liquidity !== own.liquidity
    })
    .map(({ at, fee, liquidity }) => ({ from: at.toISOString(), fee, liquidity }))
}

function presentStatement(row: StatementRow): Statement {
  return {
    ...row,
    id: String(row.id),
    start_date: row.start_date.toISOString(),
    end_date: row.end_date.toISOString(),
    created_at: row.created_at.toISOString(),
  }
}
