import { changePercent, formatCount } from '#src/domain/money/money.ts'
import { MAX_COUNTED_PURCHASES } from '#src/wire/analytics.ts'
import type { Launch } from '#src/wire/launches.ts'
import { referenceOf, valueOn, type LaunchLine } from './launch-lines.ts'

/** Why a stage that has begun has no buyers. */
export const COUNTED_NOTE = `Buyers are counted in stages of up to ${formatCount(MAX_COUNTED_PURCHASES)} purchases.`

interface LaunchSums {
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
}

/** A project of the table. */
export interface LaunchRow {
  project: string
  /** Null for a project without a sale, which has no figures. */
  launch: {
    /** Epoch ms. */
    at: number
    days: number
    /** Null where the buyers are too many to be counted. */
    sums: LaunchSums | null
  } | null
}

/** The table, in the order of `projects`. A launched project without a line has buyers that are not counted. */
export function toLaunchRows(
  lines: readonly LaunchLine[],
  launches: Readonly<Record<string, Launch>>,
  projects: readonly string[],
): LaunchRow[] {
  const reference = referenceOf(lines)
  return projects.map((project) => {
    const launch = Object.hasOwn(launches, project) ? launches[project] : undefined
    if (launch === undefined || launch.launched_at === null || launch.age_days < 1)
      return { project, launch: null }
    const line = lines.find((one) => one.project === project)
    return {
      project,
      launch: {
        at: Date.parse(launch.launched_at),
        days: launch.age_days,
        sums: line === undefined || reference === null ? null : toSums(line, reference),
      },
    }
  })
}

function toSums(line: LaunchLine, reference: LaunchLine): LaunchSums {
  const [own, same] = [line, reference].map((one) => valueOn(one, line.age - 1))
  const isReference = line === reference
  return {
    after7: line.age > 7 ? valueOn(line, 7) : null,
    after30: line.age > 30 ? valueOn(line, 30) : null,
    today: valueOn(line, line.age) ?? 0,
    isReference,
    against: isReference || own == null || same == null ? null : changePercent(own, same),
  }
}
