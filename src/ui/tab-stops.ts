const STOPS = 'a[href], button, input, textarea, select, [tabindex]'

/** The elements inside `root` that Tab reaches, in document order. */
export function tabStops(root: Element | null): HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>(STOPS) ?? [])].filter(
    (stop) => stop.tabIndex >= 0 && !stop.matches(':disabled') && stop.getClientRects().length > 0,
  )
}
