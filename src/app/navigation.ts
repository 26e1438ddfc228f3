import type { AroundNavHandler } from 'wouter'
import { LazyData, LazyFrame } from './lazy-parts.ts'
import { routeOf } from './routes.ts'
import { shouldLoadAnew } from './update-state.ts'

/** A chunk may take this long before the navigation goes on without it. */
const PRELOAD_LIMIT_MS = 400

/** Loads what the page at `path` needs, for a moment at most; a failure shows on the page itself. */
export async function preloadFor(path: string): Promise<void> {
  const route = routeOf(path.replace(/[?#].*$/s, ''))
  if (route === undefined) return
  const parts = [route.page.preload()]
  if (route.access !== 'signed-out') parts.push(LazyData.preload())
  if (route.isBare !== true) parts.push(LazyFrame.preload())
  const limit = new Promise((resolve) => {
    setTimeout(resolve, PRELOAD_LIMIT_MS)
  })
  await Promise.race([Promise.allSettled(parts), limit])
}

/** A screen reader goes on at the new page's title, unless the page has put focus somewhere. */
function focusTitle(): void {
  const { activeElement } = document
  if (activeElement?.closest('dialog, [role=dialog]')) return
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}

// The latest navigation wins: a slow chunk must not overtake a later click.
let latest = 0

async function navigateWhenReady(to: string, navigate: () => void): Promise<void> {
  latest += 1
  const mine = latest
  await preloadFor(to)
  if (mine !== latest) return
  const { pathname } = globalThis.location
  navigate()
  globalThis.scrollTo(0, 0)
  // A page that only writes its search into the address leaves the focus where it is.
  if (globalThis.location.pathname !== pathname) requestAnimationFrame(focusTitle)
}

/** Every navigation but Back and Forward: the page is there before the address changes. */
export const aroundNav: AroundNavHandler = (navigate, to, options) => {
  if (shouldLoadAnew()) globalThis.location.assign(to)
  else void navigateWhenReady(to, () => navigate(to, options))
}
