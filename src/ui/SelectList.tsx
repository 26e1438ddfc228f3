import { SelectPopover, type SelectStore } from '@ariakit/react/select'
import { useStoreState } from '@ariakit/react/store'
import type { ReactNode } from 'react'
import { FloatPlace } from './FloatPlace.tsx'
import { Menu } from './menu.ts'
import { leaveListOnTab } from './select-keys.ts'

/** The floating list of a Select or MultiSelect, named as its combobox. */
export function SelectList(props: { store: SelectStore; label: string; children: ReactNode }) {
  const { store } = props
  return (
    <FloatPlace anchor={useStoreState(store, 'selectElement')}>
      <SelectPopover
        store={store}
        aria-label={props.label}
        portal
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
