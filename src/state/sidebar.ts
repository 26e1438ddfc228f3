import { proxy } from 'valtio'

/** Whether the sidebar's overlay is open, at 850 px or less; above that it is always visible. */
export const sidebar = proxy({ isOpen: false })

export function openSidebar(): void {
  sidebar.isOpen = true
}

export function closeSidebar(): void {
  sidebar.isOpen = false
}
