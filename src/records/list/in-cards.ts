import { createContext, useContext, useLayoutEffect, useState, type RefObject } from 'react'
import { useIsMobile } from '#src/ui/use-media.ts'

/** True inside a list that renders as cards. */
export const InCards = createContext(false)

export const useInCards = () => useContext(InCards)

/** For style templates: matches inside a list that renders as cards, by the class of its root. */
export const CARDS = '.cards &'

/** The part of the list's width that the table's borders take, in px. */
const BORDERS_PX = 2

/**
 * Whether a list renders as cards: on phones, and where its table would be narrower than
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
      // The width is 0 before the first layout.
      setNarrow(width > 0 && width - BORDERS_PX < cardsBelow)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [list, cardsBelow])
  return isMobile || isNarrow
}
