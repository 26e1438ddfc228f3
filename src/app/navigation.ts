import type { AroundNavHandler } from 'wouter'
import { LazyData, LazyAppLayout } from './lazy-parts.ts'
import { routeOf } from './routes.ts'
import { shouldReload } from './update-state.ts'

/** A chunk may take this long before the navigation goes on without it. */
const PRELOAD_LIMIT_MS = 400

/** Loads what the page at `path` needs, for a moment at most; a failure shows on the page itself. */
export async function preloadFor(path: string): Promise<void> {
  const route = routeOf(path.replace(/[?#].*$/s, ''))
  if (route === undefined) return
  const parts = [route.page.preload()]
  if (route.access !== 'signed-out') parts.push(LazyData.preload())
  if (route.isBare !== true) parts.push(LazyAppLayout.preload())
  const limit = new Promise((resolve) => {
    setTimeout(resolve, PRELOAD_LIMIT_MS)
  })
  await Promise.race([Promise.allSettled(parts), limit])
}

/**
 * A screen reader goes on at the new page's title, unless the page has put focus somewhere.
 * @returns false while the page has no title
 */
function focusTitle(): boolean {
  const { activeElement } = document
  if (activeElement?.closest('dialog, [role=dialog]')) return true
  const title = document.querySelector<HTMLElement>('main h1')
  title?.focus({ preventScroll: true })
  return title !== null
}

// The latest navigation wins: a slow chunk must not overtake a later click.
let latest = 0

/** Focuses the title as soon as there is one: a page whose chunk is late has none at first. */
function focusTitleWhenThere(navigation: number): void {
  const isDone = () => navigation !== latest || focusTitle()
  if (isDone()) return
  const observer = new MutationObserver(() => {
    if (isDone()) observer.disconnect()
  })
  observer.observe(document.body, { childList: true, subtree: true })
}

async function navigateWhenReady(to: string, navigate: () => void): Promise<void> {
  latest += 1
  const mine = latest
  await preloadFor(to)
  if (mine !== latest) return
  const { pathname } = globalThis.location
  navigate()
  globalThis.scrollTo(0, 0)
  // A page that only writes its search into the address leaves the focus where it is.
  if (globalThis.location.pathname !== pathname)
    requestAnimationFrame(() => focusTitleWhenThere(mine))
}

/** Every navigation but Back and Forward: the page is there before the address changes. */
export const aroundNav: AroundNavHandler = (navigate, to, options) => {
  if (shouldReload()) globalThis.location.assign(to)
  else void navigateWhenReady(to, () => navigate(to, options))
}
