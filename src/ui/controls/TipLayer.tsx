import { useEffect, useEffectEvent, useLayoutEffect, useRef, type ComponentProps } from 'react'
import { createPortal } from 'react-dom'
import { styled } from '#src/ui/theme.ts'
import { moveLayer, placeBeside, placeTip, portalRootOf } from './placement.ts'

const Box = styled('div')`
  position: fixed;
  left: 0;
  top: 0;
  z-index: var(--z-tooltip);
  padding: 12px;
  background: var(--surface-3);
  border: 1px solid var(--line-control);
  border-radius: var(--r-md);
  box-shadow: var(--e-2);
  font: var(--t-small);
  font-variant-numeric: tabular-nums;
`

/**
 * The layer of every tooltip, 8 px from every edge of the viewport. Ariakit's tooltip has 28 KB gzipped
 * of its own, and Login, which has tooltips too, would fetch a fifth more.
 */
export function TipLayer({
  anchorOf,
  side = 'above',
  onClose,
  ...box
}: ComponentProps<'div'> & {
  /** The element or the point of the viewport that it belongs to. */
  anchorOf: () => Element | { x: number; y: number } | null
  /** Of an element; it is always beside a point. */
  side?: 'above' | 'beside'
  /** Closes it on Escape, on scroll, and on a press outside of it and its element. */
  onClose?: (() => void) | undefined
}) {
  const tip = useRef<HTMLDivElement>(null)
  const anchorElement = () => {
    const anchor = anchorOf()
    return anchor instanceof Element ? anchor : null
  }
  useLayoutEffect(() => {
    const anchor = anchorOf()
    if (!anchor || !tip.current) return
    moveLayer(tip.current, (size, view) => {
      if (!(anchor instanceof Element)) return placeBeside(anchor, size, view)
      const rect = anchor.getBoundingClientRect()
      if (side === 'above') return placeTip(rect, size, view)
      const y = rect.top + rect.height / 2
      return placeBeside({ x: rect.left, y, width: rect.width }, size, view)
    })
  })

  const close = useEffectEvent((event: Event) => {
    const { target } = event
    const isInside =
      target instanceof Node &&
      [tip.current, anchorElement()].some((element) => element?.contains(target))
    const stays =
      event instanceof KeyboardEvent
        ? event.key !== 'Escape'
        : event.type === 'pointerdown' && isInside
    if (!stays) onClose?.()
  })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const listener = (event: Event) => close(event)
    document.addEventListener('keydown', listener, { signal })
    document.addEventListener('pointerdown', listener, { signal })
    addEventListener('scroll', listener, { capture: true, passive: true, signal })
    return () => controller.abort()
  }, [])
  return createPortal(<Box ref={tip} role="tooltip" {...box} />, portalRootOf(anchorElement()))
}
