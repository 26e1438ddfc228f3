import type { SelectStore } from '@ariakit/react/select'
import type { KeyboardEvent } from 'react'

/**
 * Tab in an open list closes it and goes on from its combobox, to what comes next in the page. The
 * list itself stands at the end of the document.
 */
export function leaveListOnTab(store: SelectStore) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Tab') return
    // Focus moves before the browser looks for the next stop.
    store.getState().selectElement?.focus()
    store.hide()
  }
}
