import { DAY_MS, HOUR_MS } from '#src/domain/time/zone.ts'
import type { DemoProject } from './projects.ts'

/** When a sale began, and the end of its last day. */
interface SaleCourse {
  start: number
  end: number
}

export const stageName = (place: number) => `Stage ${place}`

export const otherName = (place: number) => `Stage-${place}`

/** USD, in 6 significant digits. */
export const stagePrice = ({ firstPrice }: DemoProject, place: number) =>
  Number((firstPrice * (1 + 0.18 * (place - 1))).toPrecision(6))

/** When a stage begins: the first with the sale, the others at a midnight (UTC). */
export function stageStart(
  { stages }: DemoProject,
  { start, end }: SaleCourse,
  place: number,
): number {
  if (place === 1) return start
  const at = start + ((end - start) / stages) * (place - 1)
  return Math.floor(at / DAY_MS) * DAY_MS
}

/** The stage that an imprecise plan has two names of. */
export const TWO_NAMES = 5
const EARLY_MS = 6 * HOUR_MS
const LATE_PRICE_MS = 20 * HOUR_MS

/** The stage that the site sells at a time, and the price of a token in USD. */
export function stageAt(
  project: DemoProject,
  course: SaleCourse,
  at: number,
): { name: string; price: number } {
  const { stages, plan } = project
  const places = Array.from({ length: stages }, (_, index) => stages - index)
  const place = places.find((one) => stageStart(project, course, one) <= at) ?? 1
  const last = stageStart(project, course, stages)
  if (plan?.isImprecise && at >= last - EARLY_MS && at < last + LATE_PRICE_MS)
    return { name: stageName(stages), price: stagePrice(project, stages - 1) }
  const isOther =
    plan?.isImprecise && place === TWO_NAMES && at < stageStart(project, course, place) + 3 * DAY_MS
  return {
    name: isOther ? otherName(place) : stageName(place),
    price: stagePrice(project, place),
  }
}
