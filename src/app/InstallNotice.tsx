import { Share, Smartphone } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { useOnline } from '#src/api/use-online.ts'
import { PRODUCT_NAME } from '#src/domain/product.ts'
import { Button } from '#src/ui/Button.tsx'
import { dismissInstall, install, installApp } from './install.ts'
import { NoticeBar } from './NoticeBar.tsx'
import { useUpdatePrompt } from './update-state.ts'

const LABEL = `Install ${PRODUCT_NAME}`

/**
 * Offers to install the app while the browser does; on iOS it says how. One prompt at a time, and
 * none while offline: installing fetches the app, and the Offline strip needs the room.
 */
export function InstallNotice() {
  const { way, isDismissed } = useSnapshot(install)
  const isUpdatePrompted = useUpdatePrompt()
  const isOnline = useOnline()
  if (!isOnline || way === 'none' || isDismissed || isUpdatePrompted) return null
  const later = (
    <Button variant="ghost" size="sm" onClick={dismissInstall}>
      Later
    </Button>
  )
  if (way === 'steps') {
    return (
      <NoticeBar label={LABEL} icon={Share} actions={later}>
        <b>{LABEL} on this device.</b> Tap Share, then “Add to Home Screen”, and leave “Open as Web
        App” on. You sign in once more there.
      </NoticeBar>
    )
  }
  return (
    <NoticeBar
      label={LABEL}
      icon={Smartphone}
      actions={
        <>
          {later}
          <Button variant="primary" size="sm" onClick={() => void installApp()}>
            Install app
          </Button>
        </>
      }
    >
      <b>{LABEL} on this device.</b> It opens from the home screen and keeps the last figures
      offline.
    </NoticeBar>
  )
}
