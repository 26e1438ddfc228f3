import { tabStops } from './tab-stops.ts'
import { TOASTS_ID } from './toasts.tsx'

/** Layers over the page: when one goes, the person is where they were before it came. */
const LAYERS = `[role=dialog], [role=alertdialog], [role=listbox], #${TOASTS_ID}`
/** Gets the focus when nothing is left of where it was: a screen reader reads on from there. */
const TITLE = 'main h1[tabindex]'
/** A phone raises its keyboard for these. */
const TYPING = 'input:not([type=checkbox], [type=radio], [type=file]), textarea'

/**
 * An element that had the focus, and where it stood: its ancestors, each with a child's index, up to
 * its layer. What is beyond that is behind it, not beside it.
 */
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

/** What stands nearest to where an element was: itself, what came after it, else before it. */
function nearestTo({ element, path }: Place): HTMLElement | null {
  if (element instanceof HTMLElement && isReachable(element)) return element
  for (const { parent, index } of path) {
    if (parent.matches('main, body')) return null
    if (!parent.isConnected) continue
    const stops = tabStops(parent).filter((stop) => !stop.matches(TYPING))
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
 * Keeps a keyboard where it was. When what has the focus leaves the page or is switched off, as the
 * button of a row that was deleted, the browser drops the focus and Tab starts over; here it moves
 * on to what stands nearest, back from a layer to what was used before it, or to the page's title.
 * @returns stops it
 */
export function keepFocus(): () => void {
  // One place a layer, the latest at the end.
  let places: Place[] = []
  let isLooking = false

  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || target === document.body) return
    const place = placeOf(target)
    // Whoever is back on the page has left every layer.
    places = place.layer ? places.filter(({ layer }) => layer !== place.layer) : []
    places.push(place)
  }
  const isDropped = () => {
    const last = places.at(-1)
    return document.activeElement === document.body && last && !isReachable(last.element)
  }
  const moveOn = () => {
    isLooking = false
    if (!isDropped()) return
    for (const place of places.toReversed()) {
      const target = nearestTo(place)
      target?.focus({ preventScroll: true })
      if (!target || document.activeElement !== target) continue
      // Whoever goes by mouse or finger looks elsewhere by now.
      if (target.matches(':focus-visible') && !target.matches(TYPING))
        target.scrollIntoView({ block: 'nearest' })
      return
    }
    document.querySelector<HTMLElement>(TITLE)?.focus({ preventScroll: true })
  }
  const look = () => {
    if (isLooking || !isDropped()) return
    isLooking = true
    // Whoever has a better idea has two frames to put the focus there; a browser drops it from what
    // was switched off at the end of the first.
    requestAnimationFrame(() => requestAnimationFrame(moveOn))
  }
  const forget = () => {
    // Whoever clicks beside everything has put the focus nowhere.
    requestAnimationFrame(() => {
      const last = places.at(-1)
      const isLeft = document.activeElement === document.body && document.hasFocus()
      if (isLeft && last && isReachable(last.element)) places = []
    })
  }

  const { activeElement } = document
  if (activeElement && activeElement !== document.body) places.push(placeOf(activeElement))
  const observer = new MutationObserver(look)
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled', 'hidden', 'inert'],
  })
  document.addEventListener('focusin', remember)
  document.addEventListener('focusout', forget)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', remember)
    document.removeEventListener('focusout', forget)
  }
}
