import { PortalContext } from '@ariakit/react/portal'
import { SelectList as Options, SelectPopover, type SelectStore } from '@ariakit/react/select'
import { useStoreState } from '@ariakit/react/store'
import { useContext, type ReactNode } from 'react'
import { PortalRoot } from './PortalRoot.tsx'
import { Menu } from './menu.ts'
import { leaveListOnTab } from './select-keys.ts'
import { useIsMobile } from './use-media.ts'

/** The floating list of a Select or MultiSelect, named as its combobox. */
export function SelectList(props: {
  store: SelectStore
  label: string
  /** Stands above the options and does not scroll with them: a search field. */
  head?: ReactNode
  children: ReactNode
}) {
  const { store, label, head } = props
  const list = useStoreState(store, 'listElement')
  const isMobile = useIsMobile()
  const isInDialog = useContext(PortalContext) !== null
  return (
    <PortalRoot anchor={useStoreState(store, 'selectElement')}>
      <SelectPopover
        store={store}
        aria-label={label}
        portal
        // A dialog doesn't scroll with the page: what is placed by the page would move away from it.
        fixed={isInDialog}
        gutter={4}
        overflowPadding={8}
        unmountOnHide
        preserveTabOrder={false}
        onKeyDown={leaveListOnTab(store)}
        // A focused field would bring up a phone's keyboard over the list.
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
    </PortalRoot>
  )
}
