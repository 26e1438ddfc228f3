import { PortalContext } from '@ariakit/react/portal'
import { useContext, type ReactNode } from 'react'
import { floatPlace } from './portal-root.ts'

/** Puts the list of a select into its landmark; in a dialog it is in the right place already. */
export function PortalRoot(props: { anchor: HTMLElement | null; children: ReactNode }) {
  const dialog = useContext(PortalContext)
  const { anchor } = props
  return (
    <PortalContext.Provider value={dialog ?? (anchor && floatPlace(anchor))}>
      {props.children}
    </PortalContext.Provider>
  )
}
