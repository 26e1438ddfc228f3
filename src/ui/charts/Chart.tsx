import { startTransition, useEffect, useMemo, useRef, useState, type ComponentType } from 'react'
import { after, chartDrawn } from '#src/ui/loading-order.ts'
import { styled } from '#src/ui/theme.ts'
import { useReducedMotion } from '#src/ui/use-media.ts'
import type { ChartHover, ChartOption, drawStill as DrawStill, EChartProps } from './EChart.tsx'

/** A chart is created shortly before it scrolls into view: creating a whole grid is one long task. */
const AHEAD = '200px 0px'

const Frame = styled('div')`
  position: relative;
  width: 100%;
  touch-action: pan-y;
`
const Sheet = styled('div')`
  height: 100%;
`
const Band = styled('i')`
  position: absolute;
  background: var(--chart-band);
  pointer-events: none;
`

let engine: Promise<ComponentType<EChartProps>> | undefined
let drawStill: typeof DrawStill | undefined
/** Loads ECharts and the font of its canvas; the next call retries a failed load. */
function loadEngine(): Promise<ComponentType<EChartProps>> {
  engine ??= Promise.all([
    import('./EChart.tsx'),
    // A canvas draws with the fonts that are loaded, and doesn't redraw when another one arrives.
    'fonts' in document ? document.fonts.load("11px 'Inter Variable'").catch(() => []) : [],
  ]).then(
    ([module]) => {
      drawStill = module.drawStill
      return module.EChart
    },
    (error: unknown) => {
      engine = undefined
      throw error
    },
  )
  return engine
}

let lastTurn: Promise<void> = Promise.resolve()

/** Resolves for one chart per frame, for a single one at once: drawing a whole grid is one long task. */
function nextTurn(): Promise<void> {
  const turn = lastTurn
  lastTurn = turn.then(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => setTimeout(resolve))
      }),
  )
  return turn
}

/** Starts to load ECharts while the data is requested. */
export function preloadCharts(): void {
  loadEngine().catch(() => {
    // Offline on a first visit: retried when a chart mounts.
  })
}

/**
 * A chart on a canvas. Memoize `option`: a new object redraws the chart. Its card has the same figures
 * in a DataTable for assistive technology.
 */
export function Chart(props: {
  option: ChartOption
  /** Describes the chart. */
  label: string
  height: number
  /** Whether `option` masks its figures. */
  isMasked?: boolean | undefined
  /** No animation, for options that change with the pointer or the window size. */
  isStill?: boolean | undefined
  onHover?: ((hover: ChartHover | null) => void) | undefined
  /** The column under the pointer, drawn behind the bars; in pixels, relative to the frame. */
  band?: { left: number; width: number; top: number; bottom: number } | null | undefined
}) {
  const { option, onHover, band } = props
  const frame = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  const [Engine, setEngine] = useState<ComponentType<EChartProps> | null>(null)
  const prefersReducedMotion = useReducedMotion()
  useEffect(() => {
    const element = frame.current
    if (!element || isNear) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true)
      },
      { rootMargin: AHEAD },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [isNear])

  useEffect(() => {
    if (!isNear) return
    let isCancelled = false
    const start = async () => {
      try {
        // Evaluating the library takes longer than showing the figures.
        await after('shown')
        await after('kept')
        const loaded = await loadEngine()
        await nextTurn()
        if (!isCancelled) setEngine(() => loaded)
      } catch {
        // Without the engine the frame stays empty; the card and its table have the figures.
        chartDrawn()
      }
    }
    void start()
    return () => {
      isCancelled = true
    }
  }, [isNear])

  // A printed page includes the charts that were never scrolled into view.
  useEffect(() => {
    if (Engine) return
    let remove: (() => void) | undefined
    const draw = () => {
      const sheet = document.createElement('div')
      sheet.style.cssText = 'position: absolute; inset: 0'
      frame.current?.append(sheet)
      const erase = drawStill?.(sheet, option)
      remove = () => {
        erase?.()
        sheet.remove()
      }
    }
    const clear = () => remove?.()
    addEventListener('beforeprint', draw)
    addEventListener('afterprint', clear)
    return () => {
      clear()
      removeEventListener('beforeprint', draw)
      removeEventListener('afterprint', clear)
    }
  }, [Engine, option])

  // A tap on the chart opens its tooltip; a tap elsewhere closes it.
  useEffect(() => {
    if (!onHover) return
    const closeOnTap = (event: PointerEvent) => {
      const isInside = event.target instanceof Node && frame.current?.contains(event.target)
      if (event.pointerType === 'touch' && !isInside) onHover(null)
    }
    document.addEventListener('pointerdown', closeOnTap)
    return () => document.removeEventListener('pointerdown', closeOnTap)
  }, [onHover])

  return (
    <Frame ref={frame} role="img" aria-label={props.label} style={{ height: props.height }}>
      {band && (
        <Band style={{ left: band.left, width: band.width, top: band.top, bottom: band.bottom }} />
      )}
      {Engine && (
        <Drawing
          Engine={Engine}
          option={option}
          isMasked={props.isMasked ?? false}
          isStill={prefersReducedMotion || (props.isStill ?? false)}
          onHover={(hover) => onHover?.(hover)}
        />
      )}
    </Frame>
  )
}

/** Draws the latest option in the chart's turn: drawing takes longest, so the text renders before it. */
function Drawing(props: EChartProps & { Engine: ComponentType<EChartProps>; isMasked: boolean }) {
  const { Engine, option, isMasked, isStill, onHover } = props
  const wanted = useMemo(() => ({ option, isMasked }), [option, isMasked])
  const [drawn, setDrawn] = useState(wanted)
  useEffect(() => {
    if (drawn === wanted) return
    let isLatest = true
    const draw = async () => {
      await nextTurn()
      if (isLatest) startTransition(() => setDrawn(wanted))
    }
    void draw()
    return () => {
      isLatest = false
    }
  }, [drawn, wanted])
  // A masked chart must not show the earlier, unmasked drawing.
  const isUnmasked = isMasked && !drawn.isMasked
  return (
    <Sheet style={isUnmasked ? { visibility: 'hidden' } : {}}>
      <Engine option={drawn.option} isStill={isStill} onHover={onHover} />
    </Sheet>
  )
}
