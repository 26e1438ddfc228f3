import type { Db } from '#server/db/engine/open.ts'
import { sumStages } from '#server/db/figures/stage-summary.ts'
import { notFound } from '#server/http/errors.ts'
import type { PublicField, PublicProgress, StageSummary } from '#src/wire/stages.ts'

/**
 * All fields of a project's progress, as the summary of the same instant has them.
 * @throws HttpError 404 for an unknown project
 */
export async function readProgress(db: Db, projectId: string, now: Date): Promise<PublicProgress> {
  // The zone and the days change only pace and forecasts, which are not public.
  const summary = (await sumStages(db, [projectId], { zone: 'UTC', days: 7, now })).get(projectId)
  if (summary === undefined) throw notFound()
  const stage = summary.stages.find(({ id }) => id === summary.current)
  return {
    as_of: summary.as_of,
    stage: stage?.name ?? null,
    stage_price_usd: stage?.price_usd ?? null,
    next_price_usd: nextStage(summary, now)?.price_usd ?? null,
    stage_sold_share: stage?.sold_share ?? null,
    stage_ends_at: stage?.ends_at ?? null,
    raised_usd: summary.raised_usd,
    hard_cap_usd: summary.hard_cap_usd,
  }
}

/** After the current stage; without one the first that is yet to begin. */
function nextStage({ stages, current }: StageSummary, now: Date) {
  if (current !== null) return stages[stages.findIndex(({ id }) => id === current) + 1]
  return stages.find(
    ({ starts_at: starts }) => starts !== null && Date.parse(starts) > now.getTime(),
  )
}

/** Only the time and these fields. */
export function chooseFields(
  progress: PublicProgress,
  fields: readonly PublicField[],
): PublicProgress {
  return {
    as_of: progress.as_of,
    ...Object.fromEntries(fields.map((field) => [field, progress[field]])),
  }
}
