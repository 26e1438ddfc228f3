import type { StageTextContext } from '#src/domain/sale/stage-dates.ts'
import { deviceZone } from '#src/domain/time/zone.ts'
import { PACE_DAYS, type StageSummary } from '#src/wire/stages.ts'

/** What all parts of the page need. */
export interface StageView {
  projectId: string
  summary: StageSummary
  /** Of the project, in CSS. */
  colour: string
  isMasked: boolean
  text: StageTextContext
}

/** The days of the text are those of the figures, which can still be of an earlier choice. */
export function stageView(
  projectId: string,
  summary: StageSummary,
  { colour, isMasked }: Pick<StageView, 'colour' | 'isMasked'>,
): StageView {
  const days = PACE_DAYS.find((one) => one === summary.pace.days.length) ?? PACE_DAYS[0]
  const now = Date.parse(summary.as_of)
  return {
    projectId,
    summary,
    colour,
    isMasked,
    text: { unit: projectId, days, now, zone: deviceZone(), isMasked },
  }
}
