import { useMemo, useState } from 'react'
import { MAX_NAMED_PROJECTS } from '#src/domain/money/many-projects.ts'
import { sumUsd } from '#src/domain/money/money.ts'
import { pluralize } from '#src/domain/text/text.ts'
import type { HomeView } from '#src/features/home/cards/home-view.ts'
import { Chart } from '#src/ui/charts/Chart.tsx'
import { ChartTooltip } from '#src/ui/charts/ChartTooltip.tsx'
import type { ChartHover } from '#src/ui/charts/EChart.tsx'
import { useIsDrawn } from '#src/ui/charts/use-first-draw.ts'
import { Figure } from '#src/ui/text/Figure.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { PieList } from './PieList.tsx'
import { ringOption, ringSlices } from './ring-option.ts'
import type { Slice } from './ring-option.ts'

const Box = styled('div')<{ $height: number; $isHero: boolean }>`
  display: grid;
  grid-template-columns: ${(p) => (p.$isHero ? 'minmax(0, 1fr) minmax(0, 370px)' : '148px minmax(0, 1fr)')};
  gap: ${(p) => (p.$isHero ? '24px' : '20px')};
  align-items: center;
  min-height: ${(p) => p.$height}px;
  margin-top: 16px;
  ${MOBILE} {
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
  }
`
const Ring = styled('div')`
  position: relative;
  justify-self: center;
`
const Middle = styled('div')`
  position: absolute;
  inset: 0;
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  pointer-events: none;
`

/** The share of each project: a ring with the total inside, and a list beside it. */
export function PieGraph(props: {
  name: string
  slices: readonly Slice[]
  isMoney: boolean
  isHero: boolean
  /** On a phone the list is below the ring and has no maximum height. */
  isMobile: boolean
  height: number
  /** Head of the figures column. */
  column: string
  view: HomeView
}) {
  const { slices, isMoney, isHero } = props
  const { figures } = props.view
  const [hover, setHover] = useState<ChartHover | null>(null)
  const isDrawn = useIsDrawn()
  const drawn = useMemo(() => ringSlices(slices), [slices])
  const present = drawn.filter((slice) => slice.value > 0)
  const hot = hover ? (present[hover.index] ?? null) : null
  const size = isHero ? 224 : 148
  const option = useMemo(
    () =>
      ringOption({ slices: drawn, size, stroke: isHero ? 20 : 16, gap: 2, hot: hot?.name ?? null }),
    [drawn, size, isHero, hot],
  )
  const total = sumUsd(slices.map((slice) => slice.value))
  const format = (value: number) => (isMoney ? figures.usd(value) : figures.count(value))
  // Includes head and total. Rows that do not fit scroll, so that the card keeps its height.
  const lines = Math.min(slices.length, MAX_NAMED_PROJECTS) + 2
  const fitting = props.isMobile ? 36 : Math.max(20, Math.floor(props.height / lines))
  return (
    <Box $height={props.height} $isHero={isHero}>
      <Ring style={{ width: size, height: size }}>
        <Chart
          option={option}
          label={`${props.name} by project, ring`}
          height={size}
          isStill={isDrawn}
          onHover={setHover}
        />
        <Middle>
          <Figure
            text={isMoney ? figures.compactUsd(total) : figures.compact(total)}
            size={isHero ? 'figure' : 'inline'}
          />
          <span className="small t3">{pluralize(slices.length, 'project')}</span>
        </Middle>
      </Ring>
      <PieList
        name={`${props.name} by project`}
        slices={slices}
        total={total}
        column={props.column}
        rowHeight={isHero || props.isMobile ? Math.min(36, fitting) : Math.min(26, fitting)}
        height={props.height}
        format={format}
        figures={figures}
      />
      {hot && hover && (
        <ChartTooltip
          at={hover}
          title={hot.name}
          titleEnd="% of total"
          rows={[
            {
              key: hot.name,
              label: props.column,
              value: format(hot.value),
              share: figures.share(hot.value, total),
              colour: hot.colour,
              isHatched: hot.isHatched,
            },
          ]}
        />
      )}
    </Box>
  )
}
