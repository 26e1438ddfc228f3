import { MINUTE_MS } from '#src/domain/time/zone.ts'
import {
  stageKey,
  type StagePlan,
  type StageSummary,
  type UnplannedFigures,
} from '#src/wire/stages.ts'
import { newRow, stageTexts, toStagesForm, type StageRow, type StagesForm } from './stages-form.ts'

/** The minute that the first purchase is in, and the one after the last. In ms. */
const firstMinute = (instant: string) => Math.floor(Date.parse(instant) / MINUTE_MS) * MINUTE_MS
const nextMinute = (instant: string) => firstMinute(instant) + MINUTE_MS

/**
 * What was sold as a plan: names, usual prices, and the times of the first and the last purchase where
 * they do not overlap another stage's. The stage that sold last has no end: it may still be sold.
 */
export function proposedRows(unplanned: readonly UnplannedFigures[]): StageRow[] {
  const spans = unplanned.map(({ first_at, last_at }) =>
    first_at === null || last_at === null
      ? null
      : { start: firstMinute(first_at), end: nextMinute(last_at) },
  )
  const latest = Math.max(...spans.map((span) => span?.end ?? 0))
  return unplanned.map(({ name, usual_price }, at) => {
    const span = spans[at] ?? null
    const overlaps = spans.some(
      (other, place) =>
        place !== at && span && other && other.start < span.end && span.start < other.end,
    )
    const isTimed = span !== null && !overlaps
    return soldRow(name, usual_price, {
      starts_at: isTimed ? new Date(span.start).toISOString() : null,
      ends_at: isTimed && span.end !== latest ? new Date(span.end).toISOString() : null,
    })
  })
}

function soldRow(
  name: string,
  usualPrice: string | null,
  times: Pick<StagePlan['stages'][number], 'starts_at' | 'ends_at'>,
): StageRow {
  const texts = stageTexts({ name, price_usd: usualPrice ?? '', supply: null, ...times })
  return newRow(texts)
}

const NO_TIMES = { starts_at: null, ends_at: null }

/** The rows with one for `name`, at its usual price, unless a stage has that name. */
export function withName(
  rows: readonly StageRow[],
  name: string,
  summary: StageSummary | undefined,
): readonly StageRow[] {
  const key = stageKey(name)
  const hasIt = rows.some((row) => [row.name, ...row.also].some((one) => stageKey(one) === key))
  if (key === '' || hasIt) return rows
  const sold = summary?.unplanned.find((one) => stageKey(one.name) === key)
  return [...rows, soldRow(sold?.name ?? name.trim(), sold?.usual_price ?? null, NO_TIMES)]
}

/** What the editor begins with: the plan, or without stages the proposal; and the name to add. */
export function firstForm(
  plan: StagePlan,
  summary: StageSummary | undefined,
  add: string | null,
): StagesForm {
  const form = toStagesForm(plan)
  const stages = plan.stages.length === 0 ? proposedRows(summary?.unplanned ?? []) : form.stages
  return { ...form, stages: add === null ? stages : withName(stages, add, summary) }
}
