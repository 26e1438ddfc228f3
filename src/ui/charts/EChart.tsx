import EChartsReactCore from 'echarts-for-react/esm/core'
import {
  BarChart,
  PieChart,
  type BarSeriesOption,
  type LineSeriesOption,
  type PieSeriesOption,
} from 'echarts/charts'
import { GridSimpleComponent, type GridComponentOption } from 'echarts/components'
import { dispose, getInstanceByDom, init, use as register } from 'echarts/core'
import type { ComposeOption, ECharts } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useMemo, useRef, useSyncExternalStore, type CSSProperties } from 'react'
import { chartDrawn } from '#src/ui/loading-order.ts'
import { CHART_THEME } from './chart-theme.ts'

// The simple grid has no axis pointer: hovering is ours. It and the named functions (instead of the
// whole namespace) keep 15 KB out of the chunk.
register([BarChart, PieChart, GridSimpleComponent, CanvasRenderer])
const ENGINE = { init, getInstanceByDom, dispose }

/** ECharts itself takes the ratio of the moment at which it was loaded. */
const optionsFor = (devicePixelRatio: number) => ({ renderer: 'canvas' as const, devicePixelRatio })
const FILL: CSSProperties = { width: '100%', height: '100%' }
const ANIMATION = {
  animation: true,
  animationDuration: 500,
  animationDurationUpdate: 500,
  animationEasing: 'cubicOut',
  animationEasingUpdate: 'cubicOut',
} as const

/** A chart without ECharts' own tooltip and legend. What draws lines registers their chart itself. */
export type ChartOption = ComposeOption<
  BarSeriesOption | LineSeriesOption | PieSeriesOption | GridComponentOption
>

/** The element under the pointer. */
export type ChartHover = {
  /** The bucket of a bar chart or the slice of a ring. */
  index: number
  /** The position of the tooltip, in viewport pixels. */
  x: number
  y: number
}

export type EChartProps = {
  option: ChartOption
  isStill: boolean
  onHover: (hover: ChartHover | null) => void
}

type Pointer = { offsetX: number; offsetY: number }

/** Calls `listener` after a zoom, and on a screen with other pixels. */
function onZoom(listener: () => void): () => void {
  let media: MediaQueryList
  const watch = () => {
    media = matchMedia(`(resolution: ${devicePixelRatio}dppx)`)
    media.addEventListener('change', change)
  }
  const change = () => {
    media.removeEventListener('change', change)
    watch()
    listener()
  }
  watch()
  return () => media.removeEventListener('change', change)
}

/** The bucket under a point of the canvas, or null outside of the grid. */
function indexAt(chart: ECharts, point: Pointer): number | null {
  const at = [point.offsetX, point.offsetY]
  if (!chart.containPixel('grid', at)) return null
  const position = chart.convertFromPixel({ gridIndex: 0 }, at)
  const index = Array.isArray(position) ? position[0] : undefined
  return index === undefined || !Number.isInteger(index) ? null : index
}

/** ECharts itself, in its own chunk. Chart.tsx loads it. */
export function EChart({ option, isStill, onHover }: EChartProps) {
  const animated = useMemo(
    () => ({ ...(isStill ? { animation: false } : ANIMATION), ...option }),
    // oxlint-disable-next-line react/exhaustive-deps -- a change of isStill alone doesn't redraw
    [option],
  )
  const latestOnHover = useRef(onHover)
  useEffect(() => {
    latestOnHover.current = onHover
  })
  const listen = useMemo(
    () => (chart: ECharts) => {
      followSize(chart)
      chartDrawn()
      const box = () => chart.getDom().getBoundingClientRect()
      const canvas = chart.getZr()
      let last: number | null = null
      const notify = (index: number | null, point: Pointer) => {
        if (index === null) {
          if (last !== null) latestOnHover.current(null)
        } else {
          const { left, top } = box()
          latestOnHover.current({ index, x: left + point.offsetX, y: top + point.offsetY })
        }
        last = index
      }
      // A bar is hovered in its whole column, a slice only on itself.
      canvas.on('mousemove', (point) => {
        if (hasGrid(chart)) notify(indexAt(chart, point), point)
      })
      canvas.on('globalout', () => notify(null, { offsetX: 0, offsetY: 0 }))
      chart.on('mousemove', (slice) => {
        const point = slice.event
        if (slice.seriesType === 'pie' && point) notify(slice.dataIndex, point)
      })
      chart.on('mouseout', (slice) => {
        if (slice.seriesType === 'pie') notify(null, { offsetX: 0, offsetY: 0 })
      })
    },
    [],
  )
  const ratio = useSyncExternalStore(onZoom, () => devicePixelRatio)
  // echarts-for-react rebuilds the chart when these change: sharp at any zoom and on any screen.
  const options = useMemo(() => optionsFor(ratio), [ratio])
  return (
    <EChartsReactCore
      echarts={ENGINE}
      theme={CHART_THEME}
      opts={options}
      style={FILL}
      option={animated}
      notMerge
      // A tap on a slice redraws the ring before the tap's click, which would hit a chart without data
      // while a lazy update is pending: rings update at once.
      lazyUpdate={option.grid !== undefined}
      onChartReady={listen}
    />
  )
}

/** Draws a chart at once, without animation or events. Returns a function that removes it. */
export function drawStill(element: HTMLElement, option: ChartOption): () => void {
  const chart = init(element, CHART_THEME, optionsFor(devicePixelRatio))
  chart.setOption({ ...option, animation: false })
  return () => chart.dispose()
}

/**
 * Resizes a chart with its element. The component does so too, but ignores the first change of size,
 * which may happen while the page loads.
 */
function followSize(chart: ECharts): void {
  const element = chart.getDom()
  const observer = new ResizeObserver(() => {
    if (chart.isDisposed()) observer.disconnect()
    else if (
      chart.getWidth() !== element.clientWidth ||
      chart.getHeight() !== element.clientHeight
    ) {
      // The component has set a fixed size.
      chart.resize({ width: 'auto', height: 'auto' })
    }
  })
  observer.observe(element)
}

function hasGrid(chart: ECharts): boolean {
  return chart.getOption()?.['grid'] !== undefined
}
