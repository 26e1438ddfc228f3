import { useSyncExternalStore } from 'react'

let paper: MediaQueryList | undefined

/**
 * A hook that tells whether a query matches; the browser's list of it is made once. Printing changes
 * nothing: what is on the page is laid out for paper by styles alone, and no chart is drawn again.
 */
function mediaHook(query: string): () => boolean {
  let made: MediaQueryList | undefined
  let onScreen = false
  const list = () => (made ??= matchMedia(query))
  const subscribe = (changed: () => void) => {
    list().addEventListener('change', changed)
    return () => list().removeEventListener('change', changed)
  }
  const matches = () => {
    paper ??= matchMedia('print')
    if (!paper.matches) onScreen = list().matches
    return onScreen
  }
  return () => useSyncExternalStore(subscribe, matches, () => false)
}

/** True at a window width of 850 px or less (spec 2). */
export const useIsMobile = mediaHook('(max-width: 850px)')

/** True between a phone's layout and a desk's: 851 to 1199 px. */
export const useIsTablet = mediaHook('(min-width: 851px) and (max-width: 1199px)')

/** True when the person asked their system for less motion. */
export const useReducedMotion = mediaHook('(prefers-reduced-motion: reduce)')
