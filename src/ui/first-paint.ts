/** A tab in the background gets no frames. */
const PAINT_LIMIT_MS = 1000

let markPainted: () => void

/**
 * Resolves when a page is on screen for the first time: the loader has uncovered it, or there was none.
 * Work that the first figures do not need waits for it.
 */
export const firstPaint = new Promise<void>((resolve) => {
  markPainted = resolve
})

/** Called once a page is shown: resolves `firstPaint` after the next frame. */
export function pageShown(): void {
  requestAnimationFrame(() => setTimeout(markPainted))
  setTimeout(markPainted, PAINT_LIMIT_MS)
}
