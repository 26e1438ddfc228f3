import EChartsReactCore from 'echarts-for-react/esm/core'
import { BarChart, PieChart } from 'echarts/charts'
import { GridSimpleComponent } from 'echarts/components'
import { dispose, getInstanceByDom, init, use as register, type ECharts } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useMemo, useRef, type CSSProperties } from 'react'
import type { ChartHover, ChartOption } from './chart-option.ts'
import { CHART_THEME } from './chart-theme.ts'

// The simple grid has no axis pointer: hovering is ours. It and the named functions (instead of the
// whole namespace) keep 15 KB out of the chunk.
register([BarChart, PieChart, GridSimpleComponent, CanvasRenderer])
const ENGINE = { init, getInstanceByDom, dispose }

// echarts-for-react builds the chart anew when these change: one reference for good.
const OPTS = { renderer: 'canvas' } as const
const FILL: CSSProperties = { width: '100%', height: '100%' }
const ANIMATION = {
  animation: true,
  animationDuration: 500,
  animationDurationUpdate: 500,
  animationEasing: 'cubicOut',
  animationEasingUpdate: 'cubicOut',
} as const

export type EChartProps = {
  option: ChartOption
  isStill: boolean
  onHover: (hover: ChartHover | null) => void
}

type Pointer = { offsetX: number; offsetY: number }

/** The bucket or slice under a point of the canvas, or null beside them. */
function indexAt(chart: ECharts, point: Pointer): number | null {
  const at = [point.offsetX, point.offsetY]
  if (!chart.containPixel('grid', at)) return null
  const place = chart.convertFromPixel({ gridIndex: 0 }, at)
  const index = Array.isArray(place) ? place[0] : undefined
  return index === undefined || !Number.isInteger(index) ? null : index
}

/** ECharts itself, in its own chunk. Chart.tsx is its door. */
export function EChart({ option, isStill, onHover }: EChartProps) {
  const drawn = useMemo(
    () => ({ ...(isStill ? { animation: false } : ANIMATION), ...option }),
    // oxlint-disable-next-line react/exhaustive-deps -- to move no more is no reason to draw anew
    [option],
  )
  const call = useRef(onHover)
  useEffect(() => {
    call.current = onHover
  })
  const listen = useMemo(
    () => (chart: ECharts) => {
      followSize(chart)
      const box = () => chart.getDom().getBoundingClientRect()
      const canvas = chart.getZr()
      let last: number | null = null
      const tell = (index: number | null, point: Pointer) => {
        if (index === null) {
          if (last !== null) call.current(null)
        } else {
          const { left, top } = box()
          call.current({ index, x: left + point.offsetX, y: top + point.offsetY })
        }
        last = index
      }
      // Bars answer for their whole column, slices only for themselves.
      canvas.on('mousemove', (point) => {
        if (hasGrid(chart)) tell(indexAt(chart, point), point)
      })
      canvas.on('globalout', () => tell(null, { offsetX: 0, offsetY: 0 }))
      chart.on('mousemove', (slice) => {
        const point = slice.event
        if (slice.seriesType === 'pie' && point) tell(slice.dataIndex, point)
      })
      chart.on('mouseout', (slice) => {
        if (slice.seriesType === 'pie') tell(null, { offsetX: 0, offsetY: 0 })
      })
    },
    [],
  )
  return (
    <EChartsReactCore
      echarts={ENGINE}
      theme={CHART_THEME}
      opts={OPTS}
      style={FILL}
      option={drawn}
      notMerge
      // A slice that a finger points at is drawn anew, and the same tap goes on to a click, which finds
      // a chart without data between its option and its drawing: rings are drawn at once.
      lazyUpdate={option.grid !== undefined}
      onChartReady={listen}
    />
  )
}

/** Draws a chart at once, without animation and for the eye only. @returns what takes it away again */
export function drawStill(element: HTMLElement, option: ChartOption): () => void {
  const chart = init(element, CHART_THEME, OPTS)
  chart.setOption({ ...option, animation: false })
  return () => chart.dispose()
}

/**
 * Keeps a chart as large as its element. The component does so too, but takes the first change of
 * size for the chart's own beginning: one that comes while the page loads would be lost.
 */
function followSize(chart: ECharts): void {
  const element = chart.getDom()
  const observer = new ResizeObserver(() => {
    if (chart.isDisposed()) observer.disconnect()
    else if (
      chart.getWidth() !== element.clientWidth ||
      chart.getHeight() !== element.clientHeight
    ) {
      // The component gave it a size of its own.
      chart.resize({ width: 'auto', height: 'auto' })
    }
  })
  observer.observe(element)
}

function hasGrid(chart: ECharts): boolean {
  return chart.getOption()?.['grid'] !== undefined
}
