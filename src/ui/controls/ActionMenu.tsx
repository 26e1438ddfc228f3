import {
  Menu as AriaMenu,
  MenuButton,
  MenuItem as AriaItem,
  useMenuStore,
} from '@ariakit/react/menu'
import { PortalContext } from '@ariakit/react/portal'
import { useStoreState } from '@ariakit/react/store'
import { Ellipsis } from 'lucide-react'
import { useId } from 'react'
import { IconButton } from './IconButton.tsx'
import { Menu, MenuItem } from './menu.ts'
import { portalRootOf } from './placement.ts'
import { Tooltip } from './Tooltip.tsx'

export interface MenuAction {
  label: string
  onSelect: () => void
  /** Why the action is unavailable; shown as its tooltip. */
  disabledReason?: string | undefined
}

/** A button with three dots that opens a menu of actions. */
export function ActionMenu(props: { label: string; actions: readonly MenuAction[] }) {
  const store = useMenuStore({ placement: 'bottom-end' })
  const button = useStoreState(store, 'disclosureElement')
  const activeId = useStoreState(store, 'activeId')
  const isOpen = useStoreState(store, 'open')
  const baseId = useId()
  return (
    <PortalContext.Provider value={button && portalRootOf(button)}>
      <MenuButton
        store={store}
        render={<IconButton label={props.label} icon={Ellipsis} tooltip={false} />}
      />
      <AriaMenu
        store={store}
        aria-label={props.label}
        portal
        gutter={4}
        overflowPadding={8}
        unmountOnHide
        preserveTabOrder={false}
        onKeyDown={(event) => {
          if (event.key !== 'Tab') return
          // The menu is elsewhere in the document: Tab continues from its button.
          button?.focus()
          store.hide()
        }}
        render={<Menu />}
      >
        {props.actions.map(({ label, onSelect, disabledReason }) => {
          const id = `${baseId}-${label}`
          return (
            <Tooltip
              key={label}
              text={disabledReason ?? null}
              isForced={isOpen && activeId === id}
              side="beside"
            >
              <AriaItem
                id={id}
                disabled={disabledReason !== undefined}
                accessibleWhenDisabled
                onClick={() => {
                  // A dialog that the action opens returns the focus to the button, not to the item.
                  button?.focus()
                  onSelect()
                }}
                render={<MenuItem />}
              >
                {label}
              </AriaItem>
            </Tooltip>
          )
        })}
      </AriaMenu>
    </PortalContext.Provider>
  )
}
