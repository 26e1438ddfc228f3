import { useEffect, useLayoutEffect, useRef, type FocusEvent } from 'react'
import { tabStops } from '#src/ui/focus/tab-stops.ts'

/**
 * Keeps the focus in a virtualized list. When the focused row is unmounted, because it scrolled away
 * or because virtualizing remounts all rows, the list itself takes the focus, so that Tab continues
 * with the visible rows; when the row is mounted again, it gets the focus back. None of this scrolls.
 * Rows have their index as `data-row`.
 * @param firstKey the first row's key: a different key means that the list was reloaded
 */
export function useRowFocus(isVirtual: boolean, firstKey: string | undefined) {
  const list = useRef<HTMLDivElement>(null)
  const held = useRef<{ row: number; stop: number } | null>(null)

  // Row indexes are valid only while the list starts with the same row.
  useLayoutEffect(() => {
    held.current = null
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another first row resets it
  }, [firstKey])
  // A row that is removed with its focus fires no blur event.
  useEffect(() => {
    const clearOnLeave = ({ target }: Event) => {
      if (target instanceof Node && !list.current?.contains(target)) held.current = null
    }
    document.addEventListener('focusin', clearOnLeave)
    return () => document.removeEventListener('focusin', clearOnLeave)
  }, [])

  useLayoutEffect(() => {
    const { current: root } = list
    if (!isVirtual || !root) return
    const moveFocus = () => {
      if (!held.current) return
      if (document.activeElement === document.body) {
        // Set only now: a focusable element is not a plain part of a table.
        root.tabIndex = -1
        root.focus({ preventScroll: true })
      }
      if (document.activeElement !== root) return
      const row = root.querySelector(`[data-row="${held.current.row}"]`)
      const stop = tabStops(row)[held.current.stop]
      stop?.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(moveFocus)
    observer.observe(root, { childList: true, subtree: true })
    moveFocus()
    return () => observer.disconnect()
  }, [isVirtual])

  const onFocus = ({ target }: FocusEvent) => {
    if (target === list.current) return
    const row = target.closest<HTMLElement>('[data-row]')
    const stop = tabStops(row).findIndex((each) => each === target)
    held.current = row && stop !== -1 ? { row: Number(row.dataset['row']), stop } : null
  }
  const onBlur = ({ target, relatedTarget }: FocusEvent) => {
    if (target === list.current) target.removeAttribute('tabindex')
    if (!list.current?.contains(relatedTarget)) held.current = null
  }
  return { list, handlers: { onFocus, onBlur } }
}
