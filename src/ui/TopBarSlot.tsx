import { createContext, useContext, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

/**
 * The slots of the top bar that a page can fill: `note` beside the title, `tools` and `legend` at the
 * end. On mobile, note and legend stand below the bar.
 */
export type TopBarPlace = 'note' | 'tools' | 'legend'

const UNMOUNTED: Record<TopBarPlace, HTMLElement | null> = { note: null, tools: null, legend: null }

/** The elements of the slots; null until they are mounted. */
export const TopBarPlaces = createContext(UNMOUNTED)

/** Renders its children into the top bar. */
export function TopBarSlot({ place, children }: { place: TopBarPlace; children: ReactNode }) {
  const element = useContext(TopBarPlaces)[place]
  return element === null ? null : createPortal(children, element)
}
