import { TOASTS_ID } from '#src/ui/toasts.tsx'
import { tabStops } from './tab-stops.ts'

/** Layers above the page. When one closes, the focus returns to where it was before. */
const LAYERS = `[role=dialog], [role=alertdialog], [role=listbox], #${TOASTS_ID}`
/** Gets the focus when nothing near the lost focus is left; a screen reader continues there. */
const TITLE = 'main h1[tabindex]'
/** Elements that open a phone's keyboard. */
const TEXT_INPUTS = 'input:not([type=checkbox], [type=radio], [type=file]), textarea'

/** A focused element and its position: its ancestors up to its layer, each with a child's index. */
type Place = {
  element: Element
  layer: Element | null
  path: { parent: Element; index: number }[]
}

function placeOf(element: Element): Place {
  const layer = element.closest(LAYERS)
  const path: Place['path'] = []
  for (let child = element; child !== layer && child.parentElement; child = child.parentElement) {
    const parent = child.parentElement
    path.push({ parent, index: [...parent.children].indexOf(child) })
  }
  return { element, layer, path }
}

const isReachable = (element: Element) =>
  element.isConnected &&
  !element.matches(':disabled') &&
  element.closest('[inert]') === null &&
  element.getClientRects().length > 0

/** The focusable element nearest to a position: the element itself, else the next, else the previous. */
function nearestTo({ element, path }: Place): HTMLElement | null {
  if (element instanceof HTMLElement && isReachable(element)) return element
  for (const { parent, index } of path) {
    if (parent.matches('main, body')) return null
    if (!parent.isConnected) continue
    const stops = tabStops(parent).filter((stop) => !stop.matches(TEXT_INPUTS))
    const successor = parent.children[index]
    const next = stops.find(
      (stop) =>
        successor &&
        (successor.contains(stop) ||
          successor.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING),
    )
    const found = next ?? stops.at(-1)
    if (found) return found
    if (parent instanceof HTMLElement && parent.matches(LAYERS) && parent.hasAttribute('tabindex'))
      return parent
  }
  return null
}

/**
 * Keeps the keyboard focus. When the focused element is removed or disabled, like the button of a
 * deleted row, the browser drops the focus and Tab starts at the top. This moves the focus to the
 * nearest element, from a closed layer to the element used before it, or to the page's title.
 * @returns a function that stops it
 */
export function keepFocus(): () => void {
  // One position per layer, the latest last.
  let places: Place[] = []
  let isScheduled = false

  const recordPlace = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || target === document.body) return
    const place = placeOf(target)
    // A focus on the page itself ends all layers.
    places = place.layer ? places.filter(({ layer }) => layer !== place.layer) : []
    places.push(place)
  }
  const isDropped = () => {
    const last = places.at(-1)
    return document.activeElement === document.body && last && !isReachable(last.element)
  }
  const restore = () => {
    isScheduled = false
    if (!isDropped()) return
    for (const place of places.toReversed()) {
      const target = nearestTo(place)
      target?.focus({ preventScroll: true })
      if (!target || document.activeElement !== target) continue
      // With mouse or touch, the user looks elsewhere: don't scroll.
      if (target.matches(':focus-visible') && !target.matches(TEXT_INPUTS))
        target.scrollIntoView({ block: 'nearest' })
      return
    }
    document.querySelector<HTMLElement>(TITLE)?.focus({ preventScroll: true })
  }
  const scheduleRestore = () => {
    if (isScheduled || !isDropped()) return
    isScheduled = true
    // Leaves other code two frames to move the focus. The browser drops the focus of a disabled
    // element at the end of the first frame.
    requestAnimationFrame(() => requestAnimationFrame(restore))
  }
  const clearIfBlurred = () => {
    // A click on no focusable element removes the focus on purpose.
    requestAnimationFrame(() => {
      const last = places.at(-1)
      const isLeft = document.activeElement === document.body && document.hasFocus()
      if (isLeft && last && isReachable(last.element)) places = []
    })
  }

  const { activeElement } = document
  if (activeElement && activeElement !== document.body) places.push(placeOf(activeElement))
  const observer = new MutationObserver(scheduleRestore)
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled', 'hidden', 'inert'],
  })
  document.addEventListener('focusin', recordPlace)
  document.addEventListener('focusout', clearIfBlurred)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', recordPlace)
    document.removeEventListener('focusout', clearIfBlurred)
  }
}
