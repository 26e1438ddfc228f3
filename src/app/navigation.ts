import type { AroundNavHandler } from 'wouter'
import { expectCharts } from '#src/ui/loading-order.ts'
import { LazyAppLayout, LazyAuthLayout, LazyData } from './layouts.ts'
import { routeOf } from './routes.ts'
import { shouldReload } from './update-state.ts'

/** Navigation waits this long for the page's chunks. */
const PRELOAD_LIMIT_MS = 400

/** Preloads the chunks of the page at `path`, for at most 400 ms; the page itself shows a failure. */
export async function preloadFor(path: string): Promise<void> {
  const route = routeOf(path.replace(/[?#].*$/s, ''))
  if (route === undefined) return
  // Of the pages only Home starts with charts.
  expectCharts(route.path === '/')
  const parts = [route.page.preload()]
  if (route.access !== 'signed-out') parts.push(LazyData.preload())
  parts.push(route.isBare === true ? LazyAuthLayout.preload() : LazyAppLayout.preload())
  const limit = new Promise((resolve) => {
    setTimeout(resolve, PRELOAD_LIMIT_MS)
  })
  await Promise.race([Promise.allSettled(parts), limit])
}

/**
 * Moves the focus to the new page's title, where a screen reader continues, unless a dialog or a form of
 * which it is the first step has it.
 * @returns false while the page has no title
 */
function focusTitle(): boolean {
  const { activeElement } = document
  if (activeElement?.closest('dialog, [role=dialog], [data-keeps-focus]')) return true
  const title = document.querySelector<HTMLElement>('main h1')
  title?.focus({ preventScroll: true })
  return title !== null
}

// The latest navigation wins: a slow chunk must not override a later click.
let latest = 0

/** Focuses the title once it exists: a page whose chunk is still loading has none. */
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
  // A navigation that only changes the search keeps the focus.
  if (globalThis.location.pathname !== pathname)
    requestAnimationFrame(() => focusTitleWhenThere(mine))
}

/** What the next history entry notes: the last list, as it is left, for the way back to it. */
function entryState(): unknown {
  const { history, location } = globalThis
  const { pathname, search } = location
  return routeOf(pathname)?.parent === undefined ? { list: pathname + search } : history.state
}

/** Loads the page before the URL changes, on every navigation except Back and Forward. */
export const aroundNav: AroundNavHandler = (navigate, to, options) => {
  if (shouldReload()) globalThis.location.assign(to)
  else void navigateWhenReady(to, () => navigate(to, { state: entryState(), ...options }))
}
