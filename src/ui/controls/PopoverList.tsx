import {
  Popover,
  PopoverDisclosure,
  usePopoverStore,
  type PopoverDisclosureProps,
} from '@ariakit/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { styled } from '#src/ui/theme.ts'
import { DROPS, LIST_BOX } from './menu.ts'

/** The box of the list, for `box`. */
export const PopoverBox = styled('div')`
  ${LIST_BOX}
  max-height: min(var(--popover-available-height, 400px), 400px);
  outline: none;
  ${DROPS}
`

/** A button that opens a list of names or links. */
export function PopoverList(props: {
  /** The name of the list. */
  label: string
  placement: 'top-end' | 'bottom-end'
  button: PopoverDisclosureProps
  /** An empty PopoverBox, as wide as the list may be. */
  box: ReactElement<Record<string, unknown>>
  /** List items. */
  children: ReactNode
}) {
  const store = usePopoverStore({ placement: props.placement })
  return (
    <>
      <PopoverDisclosure store={store} {...props.button} />
      <Popover
        store={store}
        portal
        unmountOnHide
        gutter={4}
        overflowPadding={8}
        aria-label={props.label}
        render={props.box}
      >
        <ul>{props.children}</ul>
      </Popover>
    </>
  )
}
