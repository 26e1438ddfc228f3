import { WifiOff } from 'lucide-react'
import { useState } from 'react'
import { checkConnection } from '#src/api/connection.ts'
import { useFreshness } from '#src/api/freshness.ts'
import { useOnline } from '#src/api/use-online.ts'
import { formatDateTime } from '#src/domain/format-time.ts'
import { Button } from '#src/ui/Button.tsx'
import { NoticeBar } from './NoticeBar.tsx'

/** Shows that the server can't be reached, and how old the displayed data is. */
export function OfflineNotice() {
  const isOnline = useOnline()
  const { at } = useFreshness()
  const [isBusy, setBusy] = useState(false)
  if (isOnline) return null
  const retry = () => {
    setBusy(true)
    void checkConnection().finally(() => setBusy(false))
  }
  return (
    <NoticeBar
      label="Offline"
      icon={WifiOff}
      isWarning
      actions={
        <Button variant="ghost" size="sm" isBusy={isBusy} onClick={retry}>
          Retry
        </Button>
      }
    >
      <b>Offline:</b>{' '}
      {at === null ? 'no saved data here.' : `showing data from ${formatDateTime(at)}.`} Changes are
      paused.
    </NoticeBar>
  )
}
