import {
  Menu as AriaMenu,
  MenuButton,
  MenuItem as AriaItem,
  useMenuStore,
} from '@ariakit/react/menu'
import { PortalContext } from '@ariakit/react/portal'
import { useStoreState } from '@ariakit/react/store'
import { Ellipsis, type LucideIcon } from 'lucide-react'
import { Fragment, useId, type ReactElement } from 'react'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { Menu, MenuItem, MenuLine, MenuNote, MenuText } from './menu.ts'
import { portalRootOf } from './placement.ts'
import { Tooltip } from './Tooltip.tsx'

export interface MenuAction {
  label: string
  icon?: LucideIcon | undefined
  /** What it is for, at the end of its row. */
  note?: string | undefined
  /** A line stands above it. */
  isApart?: boolean | undefined
  onSelect: () => void
  /** Why the action is unavailable; shown as its tooltip. */
  disabledReason?: string | undefined
}

/** A button that opens a menu of actions. */
export function ActionMenu(props: {
  label: string
  actions: readonly MenuAction[]
  /** Three dots unless given. */
  button?: ReactElement<{ 'aria-label'?: string }> | undefined
}) {
  const store = useMenuStore({ placement: 'bottom-end' })
  const button = useStoreState(store, 'disclosureElement')
  const activeId = useStoreState(store, 'activeId')
  const isOpen = useStoreState(store, 'open')
  const baseId = useId()
  return (
    <PortalContext.Provider value={button && portalRootOf(button)}>
      <MenuButton
        store={store}
        aria-label={props.label}
        render={props.button ?? <IconButton label={props.label} icon={Ellipsis} tooltip={false} />}
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
        {props.actions.map(({ label, icon, note, isApart, onSelect, disabledReason }) => {
          const id = `${baseId}-${label}`
          return (
            <Fragment key={label}>
              {isApart && <MenuLine role="separator" />}
              <Tooltip
                text={disabledReason ?? null}
                isForced={isOpen && activeId === id}
                side="beside"
              >
                <AriaItem
                  id={id}
                  aria-label={label}
                  disabled={disabledReason !== undefined}
                  accessibleWhenDisabled
                  onClick={() => {
                    // A dialog that the action opens returns the focus to the button, not to the item.
                    button?.focus()
                    onSelect()
                  }}
                  render={<MenuItem />}
                >
                  {icon && <Icon of={icon} />}
                  <MenuText>{label}</MenuText>
                  {note !== undefined && <MenuNote>{note}</MenuNote>}
                </AriaItem>
              </Tooltip>
            </Fragment>
          )
        })}
      </AriaMenu>
    </PortalContext.Provider>
  )
}
