import { useSyncExternalStore } from 'react'

let paper: MediaQueryList | undefined

/**
 * Creates a hook that returns whether a media query matches. Printing doesn't change the result: the
 * print layout uses CSS only, and charts aren't redrawn.
 */
function mediaHook(query: string): () => boolean {
  let cached: MediaQueryList | undefined
  let onScreen = false
  const list = () => (cached ??= matchMedia(query))
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

/** True at a window width of 850 px or less. */
export const useIsMobile = mediaHook('(max-width: 850px)')

/** True between the phone and the desktop layout: 851 to 1199 px. */
export const useIsTablet = mediaHook('(min-width: 851px) and (max-width: 1199px)')

/** True when the system setting for reduced motion is on. */
export const useReducedMotion = mediaHook('(prefers-reduced-motion: reduce)')
