import { createContext, useContext, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

/**
 * The slots of the top bar that a page can fill: `title` in place of the route's title, `note` beside
 * it, `tools` and `legend` at the end. On mobile, note and legend stand below the bar.
 */
export type TopBarPlace = 'title' | 'note' | 'tools' | 'legend'
export type TopBarElements = Partial<Record<TopBarPlace, HTMLElement | null>>

const UNMOUNTED: TopBarElements = {}

/** The elements of the slots; null until they are mounted. */
export const TopBarPlaces = createContext(UNMOUNTED)

/** Renders its children into the top bar. */
export function TopBarSlot({ place, children }: { place: TopBarPlace; children: ReactNode }) {
  const element = useContext(TopBarPlaces)[place]
  return element ? createPortal(children, element) : null
}
