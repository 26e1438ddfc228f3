import { hasRepeatedColour } from '#src/domain/colours.ts'
import { pluralize } from '#src/domain/pluralize.ts'
import type { FigureFormat } from '#src/domain/mask.ts'
import { sumUsd } from '#src/domain/money.ts'
import type { TooltipRow } from '#src/ui/ChartTooltip.tsx'

/** More rows than this do not fit beside a chart. */
const MAX_ROWS = 10

interface ProjectValue {
  project: string
  value: number
}

/**
 * The lines of a chart's tooltip: projects without a value are left out; of more than 10 the largest
 * are named, from the largest down, and one line adds up the others.
 * @param hot the project that is pointed at: it is always named
 */
export function tooltipRows(
  values: readonly ProjectValue[],
  total: number,
  options: {
    write: (value: number) => string
    figures: FigureFormat
    colours: ReadonlyMap<string, string>
    hot?: string | null
  },
): TooltipRow[] {
  const { write, figures, colours, hot = null } = options
  const present = values.filter(({ value }) => value !== 0)
  const isTooMany = present.length > MAX_ROWS
  const { shown, others } = isTooMany
    ? largest(present, MAX_ROWS, ({ project, value }) => (project === hot ? Infinity : value))
    : { shown: present, others: [] }
  const named = isTooMany ? shown.toSorted((a, b) => b.value - a.value) : shown
  const rows: TooltipRow[] = named.map(({ project, value }) => ({
    key: `project ${project}`,
    label: project,
    value: write(value),
    share: figures.share(value, total),
    colour: colours.get(project),
    isHatched: hasRepeatedColour(colours, project),
    isHot: project === hot,
  }))
  if (others.length === 0) return rows
  const sum = sumUsd(others.map(({ value }) => value))
  return [
    ...rows,
    {
      key: 'others',
      label: pluralize(others.length, 'other'),
      value: write(sum),
      share: figures.share(sum, total),
    },
  ]
}

/** More projects than this are not all named where room is short. */
export const MAX_NAMED_PROJECTS = 8
/** So many of them are named then; a button, a row or a line stands for the others. */
export const NAMED_PROJECTS = 7

/** The items of the greatest values, and the others; both from the greatest down, ties as they came. */
export function largest<T>(
  items: readonly T[],
  limit: number,
  valueOf: (item: T) => number,
): { shown: T[]; others: T[] } {
  const sorted = items.toSorted((a, b) => valueOf(b) - valueOf(a))
  return { shown: sorted.slice(0, limit), others: sorted.slice(limit) }
}
