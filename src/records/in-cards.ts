import { createContext, useContext, useLayoutEffect, useState, type RefObject } from 'react'
import { useIsMobile } from '#src/ui/use-media.ts'

/** True inside a list that is drawn as cards. */
export const InCards = createContext(false)

export const useInCards = () => useContext(InCards)

/** In style templates: inside a list that is drawn as cards, whose root has this class. */
export const CARDS = '.cards &'

/** The table's border takes this much of its list's width, in px. */
const BORDERS_PX = 2

/**
 * Whether a list is drawn as cards: on a phone, and where its table would be narrower than
 * `cardsBelow` px.
 */
export function useIsCards(list: RefObject<HTMLElement | null>, cardsBelow: number): boolean {
  const isMobile = useIsMobile()
  const [isNarrow, setNarrow] = useState(false)
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const measure = () => {
      const width = element.clientWidth
      // 0: nothing has been laid out yet.
      setNarrow(width > 0 && width - BORDERS_PX < cardsBelow)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [list, cardsBelow])
  return isMobile || isNarrow
}
