/** A smaller difference of the two viewports is a bar of the browser. */
const LEAST_PX = 60

/** How many dialogs are open. */
let open = 0

/**
 * Sets `--keyboard-t` and `--keyboard-b`, in pixels, to what a phone's keyboard has moved out of the
 * window at the top and covers at the bottom: it lies over the page, which keeps its size.
 */
function follow(): void {
  const view = globalThis.visualViewport
  if (!view) return
  const { style } = document.documentElement
  const field = document.activeElement
  // Zooming with two fingers makes the visible part smaller, too, and its scale larger.
  const hidden = innerHeight - view.height * view.scale
  const isTyping = open > 0 && field !== null && field.matches('input, textarea')
  if (!isTyping || hidden < LEAST_PX) {
    style.removeProperty('--keyboard-t')
    style.removeProperty('--keyboard-b')
    return
  }
  const top = Math.round(Math.min(view.offsetTop, hidden))
  style.setProperty('--keyboard-t', `${top}px`)
  style.setProperty('--keyboard-b', `${Math.round(hidden) - top}px`)
  field.scrollIntoView({ block: 'nearest' })
}

/** Keeps dialogs above a phone's keyboard until the returned function is called. */
export function watchScreenKeyboard(): () => void {
  open += 1
  const controller = new AbortController()
  const { signal } = controller
  const view = globalThis.visualViewport
  view?.addEventListener('resize', follow, { signal })
  view?.addEventListener('scroll', follow, { signal })
  follow()
  return () => {
    open -= 1
    controller.abort()
    follow()
  }
}
