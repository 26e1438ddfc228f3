import type { Metric } from '#src/domain/money/ranked-rows.ts'
import { rowName } from '#src/domain/money/ranked-rows.ts'
import type { RankedRow } from '#src/domain/money/ranked-rows.ts'
import type { HomeView } from '#src/features/home/cards/home-view.ts'
import { ChartTooltip } from '#src/ui/charts/ChartTooltip.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'

/** The row of the page and the segment under the pointer, and the pointer in viewport px. */
export interface RowHover {
  row: number
  project: string | null
  x: number
  y: number
}

/** A row by project: values, and their share of all rows that match the filters. */
export function RankedTooltip(props: {
  hover: RowHover
  row: RankedRow
  index: number
  metric: Metric
  decimals: 0 | 2
  total: number
  previous: number | null
  projects: readonly string[]
  view: HomeView
}) {
  const { row, metric, total, hover, previous } = props
  const { figures, colours } = props.view
  const format = (value: number) =>
    metric === 'amount' ? figures.usd(value, props.decimals) : figures.count(value)
  return (
    <ChartTooltip
      at={hover}
      title={figures.label(rowName(row), props.index)}
      titleEnd="% of total"
      rows={{
        values: props.projects.map((project) => ({
          project,
          value: row.byProject.get(project)?.[metric] ?? 0,
        })),
        sum: row[metric],
        total,
        format,
        figures,
        colours,
        hot: hover.project,
      }}
      note={
        previous !== null && (
          <p>
            Previous: <MaskableText text={format(previous)} />
          </p>
        )
      }
    />
  )
}
