import { changePercent } from '#src/domain/money/money.ts'
import { referenceOf, valueOn, type LaunchLine } from './launch-lines.ts'

/** A project of the table. */
export interface LaunchRow {
  project: string
  /** Null for a project without a sale, which has no figures. */
  launch: {
    at: number
    days: number
    /** Sums at the end of the 7th and the 30th day; null until that day is over. */
    after7: number | null
    after30: number | null
    today: number
    isReference: boolean
    /**
     * The sum of the last whole day against the reference's of the same day since its launch, in per
     * cent: today is not over. Null for the reference, on the first day, and where its sum is 0.
     */
    against: number | null
  } | null
}

/** The table, in the order of `projects`. */
export function toLaunchRows(
  lines: readonly LaunchLine[],
  projects: readonly string[],
): LaunchRow[] {
  const reference = referenceOf(lines)
  return projects.map((project) => {
    const line = lines.find((one) => one.project === project)
    if (line === undefined || reference === null) return { project, launch: null }
    const today = valueOn(line, line.age) ?? 0
    const [own, same] = [line, reference].map((one) => valueOn(one, line.age - 1))
    const isReference = line === reference
    return {
      project,
      launch: {
        at: line.launchedAt,
        days: line.age,
        after7: line.age > 7 ? valueOn(line, 7) : null,
        after30: line.age > 30 ? valueOn(line, 30) : null,
        today,
        isReference,
        against: isReference || own == null || same == null ? null : changePercent(own, same),
      },
    }
  })
}
