import { proxy } from 'valtio'

export const sidebar = proxy({
  /** Whether its overlay is open, at 850 px or less; above that it is always visible. */
  isOpen: false,
  /** Whether the date range in it is being selected. */
  isRangeOpen: false,
})

export function openSidebar(): void {
  sidebar.isOpen = true
}

export function closeSidebar(): void {
  sidebar.isOpen = false
}

/** Opens the sidebar's date range, which on a phone is behind the menu. */
export function openRange(isMobile: boolean): void {
  // A visible sidebar is not opened as an overlay: it would appear once the window gets narrow.
  if (isMobile) openSidebar()
  // The overlay takes the focus when it opens, and the range after it.
  requestAnimationFrame(() => setRangeOpen(true))
}

export function setRangeOpen(isOpen: boolean): void {
  sidebar.isRangeOpen = isOpen
}
