import { proxy } from 'valtio'

/** The overlay at 850 px or less; beside the page at more, where it is always seen. */
export const sidebar = proxy({ isOpen: false })

export function openSidebar(): void {
  sidebar.isOpen = true
}

export function closeSidebar(): void {
  sidebar.isOpen = false
}
