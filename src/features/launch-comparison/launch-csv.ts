import { toCsv } from '#src/domain/csv.ts'
import { valueOn, type LaunchLine } from './launch-lines.ts'

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
