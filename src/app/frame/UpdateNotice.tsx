import { CircleArrowUp } from 'lucide-react'
import { putOffUpdate, useUpdatePrompt } from '#src/app/update-state.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { NoticeBar } from './NoticeBar.tsx'

// Already loaded: it triggers this notice. Imported on demand to keep it out of Login's first load.
const reload = () =>
  void import('#src/app/updates.ts').then((updates) => updates.reloadIntoUpdate())

/** Offers to reload into a new build. */
export function UpdateNotice() {
  if (!useUpdatePrompt()) return null
  return (
    <NoticeBar
      label="A new version is ready"
      icon={CircleArrowUp}
      actions={
        <>
          <Button variant="ghost" size="sm" onClick={putOffUpdate}>
            Later
          </Button>
          <Button variant="primary" size="sm" onClick={reload}>
            Reload
          </Button>
        </>
      }
    >
      <b>A new version is ready.</b> Reload to use it.
    </NoticeBar>
  )
}
