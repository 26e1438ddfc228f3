import { PortalContext } from '@ariakit/react/portal'
import { SelectPopover, type SelectStore } from '@ariakit/react/select'
import { useStoreState } from '@ariakit/react/store'
import { useContext, type ReactNode } from 'react'
import { FloatPlace } from './FloatPlace.tsx'
import { Menu } from './menu.ts'
import { leaveListOnTab } from './select-keys.ts'

/** The floating list of a Select or MultiSelect, named as its combobox. */
export function SelectList(props: { store: SelectStore; label: string; children: ReactNode }) {
  const { store } = props
  const isInDialog = useContext(PortalContext) !== null
  return (
    <FloatPlace anchor={useStoreState(store, 'selectElement')}>
      <SelectPopover
        store={store}
        aria-label={props.label}
        portal
        // A dialog doesn't scroll with the page: what is placed by the page would move away from it.
        fixed={isInDialog}
        gutter={4}
        overflowPadding={8}
        unmountOnHide
        preserveTabOrder={false}
        onKeyDown={leaveListOnTab(store)}
        render={<Menu />}
      >
        {props.children}
      </SelectPopover>
    </FloatPlace>
  )
}
