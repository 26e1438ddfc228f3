import { PortalContext } from '@ariakit/react/portal'
import { SelectList as Options, SelectPopover, type SelectStore } from '@ariakit/react/select'
import { useStoreState } from '@ariakit/react/store'
import { useContext, type KeyboardEvent, type ReactNode } from 'react'
import { useIsMobile } from '#src/ui/use-media.ts'
import { Menu } from './menu.ts'
import { portalRootOf } from './placement.ts'

/**
 * Tab in an open list closes it and moves on from its combobox. The list is at the end of the
 * document, so the browser would continue from there.
 */
function closeOnTab(store: SelectStore) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Tab') return
    // Moved before the browser determines the next stop.
    store.getState().selectElement?.focus()
    store.hide()
  }
}

/** The floating list of a Select or MultiSelect, with the same accessible name as its combobox. */
export function SelectList(props: {
  store: SelectStore
  label: string
  /** A search field above the options; it doesn't scroll with them. */
  head?: ReactNode
  children: ReactNode
}) {
  const { store, label, head } = props
  const list = useStoreState(store, 'listElement')
  const combobox = useStoreState(store, 'selectElement')
  const isMobile = useIsMobile()
  // Set by a surrounding dialog, which is the right place already.
  const dialog = useContext(PortalContext)
  return (
    <PortalContext.Provider value={dialog ?? (combobox && portalRootOf(combobox))}>
      <SelectPopover
        store={store}
        aria-label={label}
        portal
        // A dialog doesn't scroll with the page, and neither may its list.
        fixed={dialog !== null}
        gutter={4}
        overflowPadding={8}
        unmountOnHide
        preserveTabOrder={false}
        onKeyDown={closeOnTab(store)}
        // Focusing the search field would open a phone's keyboard over the list.
        {...(head !== undefined && isMobile && list ? { initialFocus: list } : {})}
        render={<Menu />}
      >
        {head === undefined ? (
          props.children
        ) : (
          <>
            {head}
            <Options store={store} aria-label={label}>
              {props.children}
            </Options>
          </>
        )}
      </SelectPopover>
    </PortalContext.Provider>
  )
}
