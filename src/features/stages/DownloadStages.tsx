import { Download } from 'lucide-react'
import { PRIVACY_REFUSAL } from '#src/records/cells/privacy-refusal.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { downloadCsv } from '#src/ui/save-file.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import type { StageView } from './stage-view.ts'
import { stagesCsv, stagesCsvName } from './stages-csv.ts'

/** Downloads the stages as they are on screen; refused in privacy mode. */
export function DownloadStages({ view }: { view: StageView | undefined }) {
  const isMobile = useIsMobile()
  const isMasked = view?.isMasked ?? false
  const download = () => {
    if (view) downloadCsv(stagesCsvName(view), stagesCsv(view))
  }
  // A phone's bar has no room for the label.
  if (isMobile && !isMasked)
    return <IconButton label="Download CSV" icon={Download} onClick={download} />
  return (
    <Button
      icon={Download}
      aria-label="Download CSV"
      disabledReason={isMasked ? PRIVACY_REFUSAL : undefined}
      onClick={download}
    >
      {isMobile ? null : 'Download CSV'}
    </Button>
  )
}
