import { isZeroDecimal } from '#src/domain/money/decimals.ts'
import type { StageFigures, StageSummary } from '#src/wire/stages.ts'
import { formatDecimal, formatFloor } from './record-formats.ts'

/** The stage after this one, in the order of the sale. */
export const nextStage = (stages: readonly StageFigures[], stage: StageFigures) =>
  stages[stages.indexOf(stage) + 1]

/** The stage that begins next, by its planned start. */
export function comingStage(
  stages: readonly StageFigures[],
  now: number,
): StageFigures | undefined {
  return stages
    .filter(({ starts_at: start }) => start !== null && Date.parse(start) > now)
    .toSorted((a, b) => Date.parse(a.starts_at ?? '') - Date.parse(b.starts_at ?? ''))[0]
}

/** A planned amount: "40,000,000", or with its places where it has some. */
export function wholeOrExact(decimal: string): string {
  const text = formatFloor(decimal)
  return text.endsWith('.00') ? text.slice(0, -3) : text
}

/** A planned price with all its places: "$0.024". */
export const priceText = (decimal: string) => `$${formatDecimal(decimal, 0)}`

/** A price that was paid, in about four digits: "$0.02378". */
export function paidPriceText(decimal: string): string {
  const zeros = /^0*\.(0*)[1-9]/.exec(decimal)?.[1]?.length ?? 0
  return `$${formatDecimal(decimal, 0, zeros + 4)}`
}

/** What of the supply is sold: "62.40%", or "<0.01%"; null without a supply. */
export function shareText({ sold, sold_share: share }: StageFigures): string | null {
  if (share === null) return null
  return isZeroDecimal(share) && !isZeroDecimal(sold) ? '<0.01%' : `${share}%`
}

export type StageState = 'oversold' | 'current' | 'sold_out' | 'ended' | 'scheduled'

/** What to know of a stage first; null of one that is open, but not the current one. */
export function stageState(
  stage: StageFigures,
  current: string | null,
  now: number,
): StageState | null {
  if (!isZeroDecimal(stage.oversold)) return 'oversold'
  if (stage.id === current) return 'current'
  if (stage.left !== null && isZeroDecimal(stage.left)) return 'sold_out'
  if (stage.ends_at !== null && Date.parse(stage.ends_at) <= now) return 'ended'
  return stage.purchases === 0 ? 'scheduled' : null
}

/** The stage that is shown as the current one: else the last one that was sold, else the next to begin. */
export function shownStage(
  { stages, current }: StageSummary,
  now: number,
): StageFigures | undefined {
  const sold = stages
    .filter(({ last_at: last }) => last !== null)
    .toSorted((a, b) => Date.parse(b.last_at ?? '') - Date.parse(a.last_at ?? ''))
  return stages.find(({ id }) => id === current) ?? sold[0] ?? comingStage(stages, now) ?? stages[0]
}
