import { toCsv } from '#src/domain/text/csv.ts'
import type { Launch } from '#src/wire/launches.ts'

/** What a line shows; each is a sum since the launch. */
export type LaunchMetric = 'amount' | 'purchases' | 'buyers'

/** A launched project by its own age. */
export interface LaunchLine {
  project: string
  /** Epoch ms of the first completed purchase. */
  launchedAt: number
  /** Days since the launch, the day of the launch and today included. */
  age: number
  /** The sums at the end of each day; the first is the day of the launch. */
  values: readonly number[]
}

/**
 * The lines of the launched projects, in the order of `projects`. Days without a purchase have the sum
 * of the day before.
 */
export function toLaunchLines(
  launches: Readonly<Record<string, Launch>>,
  projects: readonly string[],
  metric: LaunchMetric,
): LaunchLine[] {
  return projects.flatMap((project) => {
    const launch = Object.hasOwn(launches, project) ? launches[project] : undefined
    if (launch === undefined || launch.launched_at === null || launch.age_days < 1) return []
    const values: number[] = []
    for (const { day, [metric]: value } of launch.days) {
      const last = values.at(-1) ?? 0
      while (values.length < Math.min(day - 1, launch.age_days)) values.push(last)
      // Too many to count: no line.
      if (value === null) return []
      if (values.length < launch.age_days) values.push(value)
    }
    const last = values.at(-1) ?? 0
    while (values.length < launch.age_days) values.push(last)
    return { project, launchedAt: Date.parse(launch.launched_at), age: launch.age_days, values }
  })
}

/** The sum at the end of a day, from 1 on; null for a project that is younger. */
export function valueOn({ values }: LaunchLine, day: number): number | null {
  return values[day - 1] ?? null
}

/** The project that launched first; the others are compared with it. */
export function referenceOf(lines: readonly LaunchLine[]): LaunchLine | null {
  return lines.toSorted((a, b) => a.launchedAt - b.launchedAt)[0] ?? null
}

/** The age of the youngest project in days; 0 without one. */
export function sharedDays(lines: readonly LaunchLine[]): number {
  return lines.length === 0 ? 0 : Math.min(...lines.map(({ age }) => age))
}

/** The lines up to a day. */
export function cutLines(lines: readonly LaunchLine[], days: number): LaunchLine[] {
  return lines.map((line) => ({ ...line, values: line.values.slice(0, days) }))
}

/** The days that the longest line has. */
export const dayCount = (lines: readonly LaunchLine[]) =>
  Math.max(0, ...lines.map(({ values }) => values.length))

/** A line per day since the launch, a column per project; empty after today. */
export function launchCsv(lines: readonly LaunchLine[]): string {
  const days = Array.from({ length: dayCount(lines) }, (_unused, index) => index + 1)
  return toCsv([
    ['Day since launch', ...lines.map(({ project }) => project)],
    ...days.map((day) => [day, ...lines.map((line) => valueOn(line, day))]),
  ])
}
