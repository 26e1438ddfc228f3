/** A box in CSS pixels of the viewport. */
export type Box = { left: number; top: number; width: number; height: number }
type Size = { width: number; height: number }

/** The minimum distance of a floating layer to the edges of the viewport. */
const EDGE_PX = 8

function clamp(value: number, low: number, high: number): number {
  // When the layer doesn't fit, its start edge stays visible.
  return Math.max(low, Math.min(value, high))
}

/** Moves a layer that is fixed at the top left of the viewport to its position, which depends on both sizes. */
export function moveLayer(
  layer: HTMLElement,
  place: (layer: Size, view: Size) => { left: number; top: number },
): void {
  const view = { width: document.documentElement.clientWidth, height: innerHeight }
  const { left, top } = place({ width: layer.offsetWidth, height: layer.offsetHeight }, view)
  layer.style.transform = `translate(${left}px, ${top}px)`
}

/**
 * The position of a tooltip: centred above the anchor, below it when there is no space above, at
 * least 8 px from every edge. Returns left and top in viewport pixels.
 */
export function placeTip(anchor: Box, tip: Size, view: Size, gap = 6) {
  const above = anchor.top - gap - tip.height
  const below = anchor.top + anchor.height + gap
  const fitsBelow = below + tip.height <= view.height - EDGE_PX
  const top = above >= EDGE_PX || !fitsBelow ? above : below
  const left = anchor.left + anchor.width / 2 - tip.width / 2
  return {
    left: Math.round(clamp(left, EDGE_PX, view.width - EDGE_PX - tip.width)),
    top: Math.round(clamp(top, EDGE_PX, view.height - EDGE_PX - tip.height)),
  }
}

/**
 * The position of a tooltip beside a point or, with a width, beside what begins there: right of it,
 * left of it when there is no space, at least 8 px from every edge. All values are in viewport pixels.
 */
export function placeBeside(
  point: { x: number; y: number; width?: number },
  tip: Size,
  view: Size,
  gap = 16,
) {
  const right = point.x + (point.width ?? 0) + gap
  const left = point.x - gap - tip.width
  const fitsRight = right + tip.width <= view.width - EDGE_PX
  const x = fitsRight || left < EDGE_PX ? right : left
  return {
    left: Math.round(clamp(x, EDGE_PX, view.width - EDGE_PX - tip.width)),
    top: Math.round(clamp(point.y - tip.height / 2, EDGE_PX, view.height - EDGE_PX - tip.height)),
  }
}

/**
 * The position of a list for a place in a text: below it, aligned with its left edge, above it when
 * there is no space below, at least 8 px from every edge.
 */
export function placeList(anchor: Box, list: Size, view: Size, gap = 4) {
  const above = anchor.top - gap - list.height
  const below = anchor.top + anchor.height + gap
  const fitsBelow = below + list.height <= view.height - EDGE_PX
  const top = fitsBelow || above < EDGE_PX ? below : above
  return {
    left: Math.round(clamp(anchor.left, EDGE_PX, view.width - EDGE_PX - list.width)),
    top: Math.round(clamp(top, EDGE_PX, view.height - EDGE_PX - list.height)),
  }
}

/**
 * The element to render a floating layer into: the dialog or landmark of its anchor. All text of a
 * page belongs in a landmark.
 */
export function portalRootOf(anchor: Element | null | undefined): HTMLElement {
  return (
    anchor?.closest<HTMLElement>('[role=dialog], [role=alertdialog], nav, main') ??
    document.querySelector('main') ??
    document.body
  )
}
