const STOPS = 'a[href], button, input, textarea, select, [tabindex]'

/** What Tab can reach within an element, in the order of the page. */
export function tabStops(root: Element | null): HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>(STOPS) ?? [])].filter(
    (stop) => stop.tabIndex >= 0 && !stop.matches(':disabled') && stop.getClientRects().length > 0,
  )
}
