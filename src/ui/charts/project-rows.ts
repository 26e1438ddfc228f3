import { hasRepeatedColour } from '#src/domain/colours.ts'
import { largest } from '#src/domain/money/many-projects.ts'
import { sumUsd } from '#src/domain/money/money.ts'
import type { FigureFormat } from '#src/domain/text/mask.ts'
import { pluralize } from '#src/domain/text/text.ts'

export type TooltipRow = {
  key: string
  label: string
  value: string
  share?: string | undefined
  colour?: string | undefined
  /** Whether another project has the same colour. */
  isHatched?: boolean | undefined
  isHot?: boolean | undefined
}

/** The values of projects at the element under the pointer. */
export interface ProjectRows {
  values: readonly { project: string; value: number }[]
  /** Of these values. */
  sum: number
  /** The shares are of this value. */
  total: number
  format: (value: number) => string
  figures: FigureFormat
  colours: ReadonlyMap<string, string>
  /** The project under the pointer, which always has a row. */
  hot?: string | null
}

/** The maximum number of rows beside a chart. */
const MAX_ROWS = 10

/**
 * The rows of projects in a chart's tooltip. Projects without a value are left out. Of more than 10
 * projects the largest have rows, in descending order, and one row sums up the others. The last line is their sum.
 */
export function projectRows(options: ProjectRows) {
  const { values, sum, total, format, figures, colours, hot = null } = options
  const present = values.filter(({ value }) => value !== 0)
  const isTooMany = present.length > MAX_ROWS
  const { shown, others } = isTooMany
    ? largest(present, MAX_ROWS, ({ project, value }) => (project === hot ? Infinity : value))
    : { shown: present, others: [] }
  const named = isTooMany ? shown.toSorted((a, b) => b.value - a.value) : shown
  const rows: TooltipRow[] = named.map(({ project, value }) => ({
    key: `project ${project}`,
    label: project,
    value: format(value),
    share: figures.share(value, total),
    colour: colours.get(project),
    isHatched: hasRepeatedColour(colours, project),
    isHot: project === hot,
  }))
  if (others.length > 0) {
    const rest = sumUsd(others.map(({ value }) => value))
    rows.push({
      key: 'others',
      label: pluralize(others.length, 'other'),
      value: format(rest),
      share: figures.share(rest, total),
    })
  }
  return { rows, total: { value: format(sum), share: figures.share(sum, total) } }
}
