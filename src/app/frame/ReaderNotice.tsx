import { Eye } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { READ_ONLY } from '#src/domain/people/read-only.ts'
import { dismissReaderNotice, readerNotice } from '#src/state/reader-notice.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { NoticeBar } from './NoticeBar.tsx'

/** Why people who only look see no buttons that change something. Once per device. */
export function ReaderNotice() {
  const { isRead } = useSnapshot(readerNotice)
  if (isRead) return null
  return (
    <NoticeBar
      label={READ_ONLY}
      icon={Eye}
      actions={
        <Button size="sm" onClick={dismissReaderNotice}>
          Got it
        </Button>
      }
    >
      <b>{READ_ONLY}.</b> An admin set this for your account. Search and downloads work as before.
    </NoticeBar>
  )
}
