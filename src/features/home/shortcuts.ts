import { refreshAll } from '#src/api/refresh-all.ts'
import { filters, setPeriod, setPrivacy } from '#src/state/filters.ts'
import { openSidebar } from '#src/state/sidebar.ts'
import { toggleCompared } from './home-view.ts'

export interface Shortcut {
  key: string
  says: string
  run: () => void
}

/** Opens the sidebar's date range, which on a phone lies behind the menu. */
function openCustomRange(): void {
  const button = () => document.querySelector<HTMLElement>('button[aria-label="Custom range"]')
  // Beside the page nothing is opened: the overlay would appear once the window gets narrow.
  if (button()) return button()?.click()
  openSidebar()
  // It is on the page after the next paint.
  requestAnimationFrame(() => button()?.click())
}

/** The keys of Home (the set that people know from Plausible, where the periods are the same). */
export const SHORTCUTS: readonly Shortcut[] = [
  { key: 'D', says: 'Day', run: () => setPeriod('day') },
  { key: 'W', says: 'Week', run: () => setPeriod('week') },
  { key: 'M', says: 'Month', run: () => setPeriod('month') },
  { key: 'Y', says: 'Year', run: () => setPeriod('year') },
  { key: 'A', says: 'All', run: () => setPeriod('all') },
  { key: 'C', says: 'Custom range', run: openCustomRange },
  { key: 'X', says: 'Compare with previous period', run: toggleCompared },
  { key: 'R', says: 'Refresh', run: refreshAll },
  { key: 'H', says: 'Hide or show figures', run: () => setPrivacy(!filters.privacy) },
]

const TYPING = 'input, textarea, select, [contenteditable=""], [contenteditable=true]'
/** While one of these is open, keys are its own. */
const LAYERS = '[role=dialog], [role=alertdialog], [role=listbox], [role=menu]'

/** Whether a key press is meant for Home: not typed into something, and with no modifier. */
export function isForHome(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.repeat || event.isComposing) return false
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const { target } = event
  if (target instanceof Element && target.closest(TYPING)) return false
  return document.querySelector(LAYERS) === null
}
