import { createContext, useContext, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

/**
 * Where a page may put things around its title: `note` beside it, `tools` and then `legend` at the
 * end. On mobile note and legend stand below the bar.
 */
export type TopBarPlace = 'note' | 'tools' | 'legend'

const NOWHERE: Record<TopBarPlace, HTMLElement | null> = { note: null, tools: null, legend: null }

/** The frame's own elements for each place; null until they are on the page. */
export const TopBarPlaces = createContext(NOWHERE)

/** Puts its children into the top bar while it is mounted. */
export function TopBarSlot({ place, children }: { place: TopBarPlace; children: ReactNode }) {
  const element = useContext(TopBarPlaces)[place]
  return element === null ? null : createPortal(children, element)
}
