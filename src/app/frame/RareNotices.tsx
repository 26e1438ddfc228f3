import { ClockAlert, HardDrive, Share, Smartphone } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { dismissInstall, install, installApp } from '#src/app/install.ts'
import { useUpdatePrompt } from '#src/app/update-state.ts'
import { cacheHealth } from '#src/cache/persister.ts'
import { PRODUCT_NAME } from '#src/domain/product.ts'
import { formatDuration } from '#src/domain/time/format-time.ts'
import { useOnline } from '#src/session/use-online.ts'
import { clock } from '#src/state/clock.ts'
import { useMayWrite } from '#src/state/session.ts'
import { openGuide } from '#src/state/setup-guide.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { SilentBoundary } from '#src/ui/SilentBoundary.tsx'
import { Reader } from './lazy-reader.ts'
import { NoticeBar } from './NoticeBar.tsx'
import { UpdateNotice } from './UpdateNotice.tsx'

/** The notices that the first figures do not wait for. */
export function RareNotices() {
  const mayWrite = useMayWrite()
  return (
    <>
      {!mayWrite && (
        <SilentBoundary>
          <Reader />
        </SilentBoundary>
      )}
      <UpdateNotice />
      <InstallNotice />
      <StorageNotice />
      <ClockNotice />
    </>
  )
}

const INSTALL_LABEL = `Install ${PRODUCT_NAME}`

/**
 * Offers to install the app when the browser supports it; on iOS it describes the steps. Only one
 * prompt shows at a time, none above the setup guide, and none while offline: installing downloads
 * the app.
 */
export function InstallNotice() {
  const { way, isDismissed } = useSnapshot(install)
  const isUpdatePrompted = useUpdatePrompt()
  const isOnline = useOnline()
  const { isExpected } = useSnapshot(openGuide)
  if (!isOnline || way === 'none' || isDismissed || isUpdatePrompted || isExpected) return null
  const later = (
    <Button variant="ghost" size="sm" onClick={dismissInstall}>
      Later
    </Button>
  )
  if (way === 'steps') {
    return (
      <NoticeBar label={INSTALL_LABEL} icon={Share} actions={later}>
        <b>{INSTALL_LABEL} on this device.</b> Tap Share, then “Add to Home Screen”, and leave “Open
        as Web App” on. You sign in once more there. Safari forgets a site after seven days without
        a visit, unless it is installed.
      </NoticeBar>
    )
  }
  return (
    <NoticeBar
      label={INSTALL_LABEL}
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
      <b>{INSTALL_LABEL} on this device.</b> It opens from the home screen and keeps the last
      figures offline.
    </NoticeBar>
  )
}

const STORAGE_ERRORS = {
  full: { label: 'Storage is full', text: 'This device’s storage is full.' },
  refused: { label: 'Storage does not work', text: 'This device’s storage does not work.' },
  silent: { label: 'Storage does not answer', text: 'This device’s storage does not answer.' },
}

/** Shows that new figures are not stored on this device, until a write succeeds again. */
function StorageNotice() {
  const { error } = useSnapshot(cacheHealth)
  if (error === 'none') return null
  const { label, text } = STORAGE_ERRORS[error]
  return (
    <NoticeBar label={label} icon={HardDrive} isWarning>
      <b>{text}</b> {PRODUCT_NAME} works online, but new figures are not kept for offline use.
    </NoticeBar>
  )
}

/** Shows that this device's clock is wrong: displayed times use it, figures don't. */
function ClockNotice() {
  const { skewMs } = useSnapshot(clock)
  if (skewMs === 0) return null
  return (
    <NoticeBar label="Clock is wrong" icon={ClockAlert} isWarning>
      <b>
        This device’s clock is {formatDuration(skewMs)} {skewMs < 0 ? 'ahead' : 'behind'}.
      </b>{' '}
      {PRODUCT_NAME} takes its figures up to now by the server’s clock.
    </NoticeBar>
  )
}
