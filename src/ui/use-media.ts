import { useSyncExternalStore } from 'react'

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}

/** True at a window width of 850 px or less (spec 2). */
export function useIsMobile(): boolean {
  return useMedia('(max-width: 850px)')
}

/** True between a phone's layout and a desk's: 851 to 1199 px. */
export function useIsTablet(): boolean {
  return useMedia('(min-width: 851px) and (max-width: 1199px)')
}

/** True when the person asked their system for less motion. */
export function useReducedMotion(): boolean {
  return useMedia('(prefers-reduced-motion: reduce)')
}
