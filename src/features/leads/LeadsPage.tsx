import { Download } from 'lucide-react'
import { useState } from 'react'
import { NO_PROJECT, useProjects } from '#src/api/projects.ts'
import { ListPage } from '#src/records/list/ListPage.tsx'
import { useLinkedAction } from '#src/records/page/use-linked-action.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { TopBarSlot } from '#src/ui/TopBarSlot.tsx'
import { ExportDialog } from './ExportDialog.tsx'
import { leadRecord } from './lead-record.tsx'

/** Contacts from the presale sites, and their export. */
export function LeadsPage() {
  const { hasNone } = useProjects()
  const isOnline = useOnline()
  const [isStarted, setExporting] = useState(false)
  const disabledReason = isOnline ? (hasNone ? NO_PROJECT : undefined) : OFFLINE_REFUSAL
  const linked = useLinkedAction('export', disabledReason)
  const isExporting = isStarted || linked.isOpen
  return (
    <>
      <ListPage record={leadRecord} />
      <TopBarSlot place="tools">
        <Button icon={Download} onClick={() => setExporting(true)} disabledReason={disabledReason}>
          Export
        </Button>
      </TopBarSlot>
      {isExporting && (
        <ExportDialog
          onClose={() => {
            setExporting(false)
            linked.end()
          }}
        />
      )}
    </>
  )
}
