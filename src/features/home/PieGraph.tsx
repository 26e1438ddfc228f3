import { counted } from '#src/domain/counted.ts'
import { useMemo, useState } from 'react'
import { sumUsd } from '#src/domain/money.ts'
import type { ChartHover } from '#src/ui/chart-option.ts'
import { Chart } from '#src/ui/Chart.tsx'
import { ChartTooltip } from '#src/ui/ChartTooltip.tsx'
import { Figure } from '#src/ui/Figure.tsx'
import { MaskableText } from '#src/ui/Mask.tsx'
import { ProjectName } from '#src/ui/ProjectName.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { HomeView } from './home-view.ts'
import { ringOption } from './ring-option.ts'
import type { Slice } from './ring-option.ts'
import { useIsDrawn } from './use-first-draw.ts'

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
const List = styled('div')<{ $isDense: boolean }>`
  max-height: ${(p) => (p.$isDense ? '148px' : '256px')};
  overflow-y: auto;
  font-variant-numeric: tabular-nums;
  ${MOBILE} {
    max-height: none;
  }
`
const Item = styled('div')<{ $height: number; $isHead?: boolean }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto 72px;
  column-gap: 8px;
  align-items: center;
  height: ${(p) => p.$height}px;
  ${(p) =>
    p.$isHead
      ? 'color: var(--text-3); font: var(--t-small);'
      : 'border-top: 1px solid var(--line);'}
`
const Value = styled('span')`
  text-align: end;
  font-weight: 500;
`
const Share = styled('span')`
  text-align: end;
  color: var(--text-3);
`

/** The projects' parts of the whole: a ring with the total inside, and a list beside it. */
export function PieGraph(props: {
  name: string
  slices: readonly Slice[]
  isMoney: boolean
  isHero: boolean
  /** On a phone the list stands below the ring and is as long as it needs to be. */
  isMobile: boolean
  height: number
  /** Heads the column of figures. */
  column: string
  view: HomeView
}) {
  const { slices, isMoney, isHero } = props
  const { figures } = props.view
  const [hover, setHover] = useState<ChartHover | null>(null)
  const isDrawn = useIsDrawn()
  const present = slices.filter((slice) => slice.value > 0)
  const hot = hover ? (present[hover.index] ?? null) : null
  const size = isHero ? 224 : 148
  const option = useMemo(
    () => ringOption({ slices, size, stroke: isHero ? 20 : 16, gap: 2, hot: hot?.name ?? null }),
    [slices, size, isHero, hot],
  )
  const total = sumUsd(slices.map((slice) => slice.value))
  const write = (value: number) => (isMoney ? figures.usd(value) : figures.count(value))
  // Head and total included; with many projects the list scrolls, so that the card keeps its height.
  const fitting = Math.floor(size / (slices.length + 2))
  const itemHeight = isHero || props.isMobile ? 36 : Math.min(26, Math.max(20, fitting))
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
          <span className="small t3">{counted(slices.length, 'project')}</span>
        </Middle>
      </Ring>
      {/* The hidden table holds the figures by date; this list is the pie's own words. */}
      <List $isDense={!isHero} tabIndex={0} role="group" aria-label={`${props.name} by project`}>
        <Item $height={itemHeight} $isHead>
          <span>Project</span>
          <span style={{ textAlign: 'end' }}>{props.column}</span>
          <Share>Share</Share>
        </Item>
        {slices.map((slice) => (
          <Item key={slice.name} $height={itemHeight}>
            <ProjectName name={slice.name} colour={slice.colour} />
            <Value>
              <Figure text={write(slice.value)} />
            </Value>
            <Share>
              <MaskableText text={figures.share(slice.value, total)} />
            </Share>
          </Item>
        ))}
        <Item $height={itemHeight}>
          <b style={{ fontWeight: 500 }}>Total</b>
          <Value>
            <Figure text={write(total)} />
          </Value>
          <Share>
            <MaskableText text={figures.share(total, total)} />
          </Share>
        </Item>
      </List>
      {hot && (
        <ChartTooltip
          at={hover}
          title={hot.name}
          titleEnd="% of total"
          rows={[
            {
              key: hot.name,
              label: props.column,
              value: write(hot.value),
              share: figures.share(hot.value, total),
              colour: hot.colour,
            },
          ]}
        />
      )}
    </Box>
  )
}
