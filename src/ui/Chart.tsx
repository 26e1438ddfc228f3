import { useDeferredValue, useEffect, useMemo, useRef, useState, type ComponentType } from 'react'
import type { ChartHover, ChartOption } from './EChart.tsx'
import type { drawStill as DrawStill, EChartProps } from './EChart.tsx'
import { styled } from './theme.ts'
import { useReducedMotion } from './use-media.ts'

/** A chart is built shortly before it scrolls into view: a whole grid at once is one long task. */
const AHEAD = '200px 0px'

const Frame = styled('div')`
  position: relative;
  width: 100%;
  touch-action: pan-y;
`
const Band = styled('i')`
  position: absolute;
  background: var(--chart-band);
  pointer-events: none;
`

let engine: Promise<ComponentType<EChartProps>> | undefined
let drawStill: typeof DrawStill | undefined
let tellLoaded: () => void
const chartsLoaded = new Promise<void>((resolve) => {
  tellLoaded = resolve
})
/** What lets the charts go first waits no longer for them. */
const LONGEST_WAIT_MS = 3000

/** When ECharts has come, or takes too long, for what may wait until then. */
export async function chartsFirst(): Promise<void> {
  const limit = new Promise<void>((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))
  await Promise.race([chartsLoaded, limit])
}

/** ECharts and the font that its canvas draws with; a failed load is tried again next time. */
function loadEngine(): Promise<ComponentType<EChartProps>> {
  engine ??= Promise.all([
    import('./EChart.tsx'),
    // A canvas draws at once with whatever font is there, and does not draw again for a later one.
    'fonts' in document ? document.fonts.load("11px 'Inter Variable'").catch(() => []) : [],
  ]).then(
    ([module]) => {
      tellLoaded()
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

/** Charts start one a frame: a whole grid of them at once is one long task. */
function ownTurn(): Promise<void> {
  lastTurn = lastTurn.then(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => setTimeout(resolve))
      }),
  )
  return lastTurn
}

/** Starts loading ECharts, so that it is there when the data is. */
export function preloadCharts(): void {
  loadEngine().catch(() => {
    // Offline on a first visit: tried again when a chart is mounted.
  })
}

/**
 * A chart on a canvas. Memoise `option`: a new one is drawn anew. What it shows is for the eye;
 * its card holds the same figures in a DataTable.
 */
export function Chart(props: {
  option: ChartOption
  /** What the canvas shows, in words. */
  label: string
  height: number
  /** Whether the option masks the figures that it would show otherwise. */
  isMasked?: boolean | undefined
  /** No animation: for options that only follow the pointer or the window. */
  isStill?: boolean | undefined
  onHover?: ((hover: ChartHover | null) => void) | undefined
  /** The column under the pointer, drawn behind the bars; in px of the frame. */
  band?: { left: number; width: number; top: number; bottom: number } | null | undefined
}) {
  const { option, onHover, band } = props
  const isMasked = props.isMasked ?? false
  const frame = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  const [Engine, setEngine] = useState<ComponentType<EChartProps> | null>(null)
  const isCalm = useReducedMotion()
  // Drawing takes longest of all: the figures in words show before it.
  const wanted = useMemo(() => ({ option, isMasked }), [option, isMasked])
  const drawn = useDeferredValue(wanted)
  const isTooOpen = isMasked && !drawn.isMasked

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
    let isGone = false
    const start = async () => {
      try {
        const loaded = await loadEngine()
        await ownTurn()
        if (!isGone) setEngine(() => loaded)
      } catch {
        // Without the engine the frame stays empty; the figures are in the card and its table.
      }
    }
    void start()
    return () => {
      isGone = true
    }
  }, [isNear])

  // Paper shows all of the page, also what nobody has scrolled to.
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

  // A tap opens the tooltip, and a tap anywhere else closes it.
  useEffect(() => {
    if (!onHover) return
    const leave = (event: PointerEvent) => {
      const isInside = event.target instanceof Node && frame.current?.contains(event.target)
      if (event.pointerType === 'touch' && !isInside) onHover(null)
    }
    document.addEventListener('pointerdown', leave)
    return () => document.removeEventListener('pointerdown', leave)
  }, [onHover])

  return (
    <Frame
      ref={frame}
      role="img"
      aria-label={props.label}
      style={{ height: props.height, ...(isTooOpen ? { opacity: 0 } : {}) }}
    >
      {band && (
        <Band style={{ left: band.left, width: band.width, top: band.top, bottom: band.bottom }} />
      )}
      {Engine && (
        <Engine
          option={drawn.option}
          isStill={isCalm || (props.isStill ?? false)}
          onHover={(hover) => onHover?.(hover)}
        />
      )}
    </Frame>
  )
}
