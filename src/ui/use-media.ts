import { useSyncExternalStore } from 'react'

interface Media {
  subscribe: (changed: () => void) => () => void
  matches: () => boolean
}

const known = new Map<string, Media>()

/** One list a query for the whole app: asking the browser for a new one in each render takes long. */
function mediaOf(query: string): Media {
  let media = known.get(query)
  if (!media) {
    const list = matchMedia(query)
    media = {
      subscribe: (changed) => {
        list.addEventListener('change', changed)
        return () => list.removeEventListener('change', changed)
      },
      matches: () => list.matches,
    }
    known.set(query, media)
  }
  return media
}

function useMedia(query: string): boolean {
  const { subscribe, matches } = mediaOf(query)
  return useSyncExternalStore(subscribe, matches, () => false)
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
