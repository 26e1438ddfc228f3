import type { KeyboardEvent } from 'react'
import { TOASTS_ID } from '#src/ui/toasts.tsx'
const STOPS = 'a[href], button, input, textarea, select, [tabindex]'

/** The elements inside `root` that Tab reaches, in document order. */
export function tabStops(root: Element | null): HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>(STOPS) ?? [])].filter(
    (stop) => stop.tabIndex >= 0 && !stop.matches(':disabled') && stop.getClientRects().length > 0,
  )
}

/** An `onKeyDown` that keeps Tab inside a modal layer and the toasts above it. */
export function trapTab(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab' || event.defaultPrevented) return
  const layer = event.currentTarget
  const own = tabStops(layer)
  const toasts = tabStops(document.getElementById(TOASTS_ID))
  const active = document.activeElement
  const isAtStart = active === layer || active === own[0]
  // Toasts precede the layer in the document: after the last toast, Tab enters the layer natively.
  const target = event.shiftKey
    ? isAtStart && (toasts.at(-1) ?? own.at(-1))
    : active === own.at(-1) && (toasts[0] ?? own[0])
  if (!target) return
  event.preventDefault()
  target.focus()
}
