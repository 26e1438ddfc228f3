import { requireProject, visibleProjects } from '#server/auth/access.ts'
import { findCode, readCodeEffect, type WindowFigures } from '#server/db/figures/code-effects.ts'
import {
  listCodeWindows,
  listStageStarts,
  type CodeWindowRow,
} from '#server/db/figures/code-windows.ts'
import { effectWindows } from '#server/db/figures/effect-windows.ts'
import { parseId } from '#server/db/records/ids.ts'
import { notFound } from '#server/http/errors.ts'
import { route, type Api } from '#server/routes/route.ts'
import { toRange } from '#server/routes/sale/analytics-graphs.ts'
import { isoWithOffset, type TimeRange } from '#src/domain/time/calendar.ts'
import { canonicalZone } from '#src/domain/time/zone.ts'
import type { CodeFigures, CodeWindows } from '#src/wire/code-effects.ts'
import { presentBonusCode } from './bonus-codes.ts'

/** No code has it. A malformed id is looked up too: it takes as long as an absent one. */
const NO_ID = 0

export function codeEffectRoutes(api: Api): void {
  route(api, 'getCodeEffect', async ({ params, query, actor, db, readDb, now }) => {
    // From the primary, so that a code which its reader has just added or disabled is shown as it is.
    const row = await findCode(db, params.project_id, parseId(params.id) ?? NO_ID)
    await requireProject(db, actor, params.project_id)
    if (row === undefined) throw notFound()
    const { disabled_at, ...code } = row
    const zone = (query.tz ? canonicalZone(query.tz) : null) ?? 'UTC'
    const windows = effectWindows(row, now)
    const figures = await readCodeEffect(readDb, row, windows, zone)
    return {
      code: { ...presentBonusCode(code), disabled_at: disabled_at?.toISOString() ?? null },
      during: { ...toInstants(windows.during), ...figures.during },
      before: presentFigures(windows.before, figures.before),
      after: presentFigures(windows.after, figures.after),
      first_use: figures.first_use?.toISOString() ?? null,
      last_use: figures.last_use?.toISOString() ?? null,
      by_day: figures.days.map(({ at, ...own }) => ({ date: isoWithOffset(at, zone), ...own })),
      sources: figures.sources,
      countries: figures.countries,
    }
  })

  route(api, 'listCodeWindows', async ({ query, actor, db, readDb }) => {
    const projects = await visibleProjects(db, actor, query.projects)
    const codes = await listCodeWindows(readDb, projects, toRange(query))
    const stages = await listStageStarts(readDb, projects, toRange(query))
    return {
      codes: codes.map(presentWindow),
      stages: stages.map((row) => ({ ...row, first_at: row.first_at.toISOString() })),
    }
  })
}

const toInstants = ({ start, end }: TimeRange) => ({
  from: new Date(start).toISOString(),
  to: new Date(end).toISOString(),
})

function presentFigures(
  range: TimeRange | null,
  figures: WindowFigures | null,
): CodeFigures | null {
  return range && figures && { ...toInstants(range), ...figures }
}

function presentWindow(row: CodeWindowRow): CodeWindows['codes'][number] {
  return {
    ...row,
    id: String(row.id),
    percentage: Number(row.percentage),
    start_date: row.start_date.toISOString(),
    end_date: row.end_date?.toISOString() ?? null,
    disabled: row.disabled ? 1 : 0,
    disabled_at: row.disabled_at?.toISOString() ?? null,
  }
}
