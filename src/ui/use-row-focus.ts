import { useEffect, useLayoutEffect, useRef, type FocusEvent } from 'react'
import { tabStops } from './tab-stops.ts'

/**
 * The focus in a list whose rows come and go. When the row that has it is taken out of the page, far
 * from the screen or because turning virtual makes all rows anew, the list itself holds the focus,
 * so that Tab goes on with the rows in sight; once the row is back, it gets the focus back. Nothing
 * of this scrolls. Rows carry their index as `data-row`.
 * @param firstKey the first row's key: another one means that the list has started over
 */
export function useRowFocus(isVirtual: boolean, firstKey: string | undefined) {
  const list = useRef<HTMLDivElement>(null)
  const held = useRef<{ row: number; stop: number } | null>(null)

  // An index is a row's only as long as the list goes on from the same one.
  useLayoutEffect(() => {
    held.current = null
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another first row ends it
  }, [firstKey])
  // A row that leaves together with its focus doesn't say so.
  useEffect(() => {
    const forget = ({ target }: Event) => {
      if (target instanceof Node && !list.current?.contains(target)) held.current = null
    }
    document.addEventListener('focusin', forget)
    return () => document.removeEventListener('focusin', forget)
  }, [])

  useLayoutEffect(() => {
    const { current: root } = list
    if (!isVirtual || !root) return
    const follow = () => {
      if (!held.current) return
      if (document.activeElement === document.body) {
        // Only now: what can take the focus is no plain part of a table.
        root.tabIndex = -1
        root.focus({ preventScroll: true })
      }
      if (document.activeElement !== root) return
      const row = root.querySelector(`[data-row="${held.current.row}"]`)
      const stop = tabStops(row)[held.current.stop]
      stop?.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(follow)
    observer.observe(root, { childList: true, subtree: true })
    follow()
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
