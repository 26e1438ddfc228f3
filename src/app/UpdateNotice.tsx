import { CircleArrowUp } from 'lucide-react'
import { Button } from '#src/ui/Button.tsx'
import { NoticeBar } from './NoticeBar.tsx'
import { putOffUpdate, useUpdatePrompt } from './update-state.ts'

// It is what raised the prompt, so it is in memory by now; Login's first load goes without it.
const reload = () => void import('./updates.ts').then((updates) => updates.reloadIntoUpdate())

/** Asks before a new build is loaded. */
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
