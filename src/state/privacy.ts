import { useState, useSyncExternalStore } from 'react'

/** A part of the page that shows figures, and whether it masks them. */
interface Part {
  isMasked: boolean
  redraw: () => void
}

/** How long parts are drawn without a pause in which the page answers. */
const SLICE_MS = 8
/** On the page while figures wait for their masks; global.css hides them by it. */
const MASKING = 'data-masking'

const parts = new Set<Part>()
const listeners = new Set<() => void>()
let isOn = false
let drawing: Promise<void> | undefined

/** A frame, after which its paint is done. A page in the background has none. */
function nextFrame(): Promise<void> {
  if (document.hidden) return Promise.resolve()
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
  })
}

function latePart(): Part | undefined {
  for (const part of parts) if (part.isMasked !== isOn) return part
  return undefined
}

/** Draws one part after the other, in the order of the page, and then shows what was hidden. */
async function drawParts(): Promise<void> {
  // The switch answers first, and the figures are hidden.
  await nextFrame()
  let since = performance.now()
  for (let part = latePart(); part; part = latePart()) {
    part.isMasked = isOn
    part.redraw()
    // React renders what its store says in a microtask.
    await Promise.resolve()
    if (performance.now() - since < SLICE_MS) continue
    await new Promise((resolve) => {
      setTimeout(resolve)
    })
    since = performance.now()
  }
  drawing = undefined
  if (isOn) for (const listener of listeners) listener()
  document.documentElement.removeAttribute(MASKING)
}

/** Masks all figures of the page, or shows them, before the next frame. The filters call it. */
export function maskFigures(isMasked: boolean): void {
  if (isOn === isMasked) return
  isOn = isMasked
  for (const part of parts) {
    part.isMasked = isOn
    part.redraw()
  }
  if (!isOn) globalThis.document?.documentElement.removeAttribute(MASKING)
}

/** The same for a control that answers at once: figures are hidden, then masked part by part. */
export function maskInTurns(isMasked: boolean): void {
  isOn = isMasked
  document.documentElement.toggleAttribute(MASKING, isOn)
  drawing ??= drawParts()
}

function createPart() {
  const part: Part = { isMasked: isOn, redraw: () => undefined }
  return {
    // Until it is on the page nobody would tell it.
    get: () => (parts.has(part) ? part.isMasked : isOn),
    follow: (redraw: () => void) => {
      part.isMasked = isOn
      part.redraw = redraw
      parts.add(part)
      return () => void parts.delete(part)
    },
  }
}

/**
 * Whether this part of the page masks its figures. After the switch each part is drawn in its turn; until
 * all are, the page hides its figures by a style. Outside of rendering, `filters.privacy` says what
 * holds.
 */
export function usePrivacy(): boolean {
  const [part] = useState(createPart)
  return useSyncExternalStore(part.follow, part.get)
}

/** Calls `listener` once all parts are masked, for figures that are no part of a page. */
export function onMasked(listener: () => void): void {
  listeners.add(listener)
}
