import { Download } from 'lucide-react'
import { useState } from 'react'
import { NO_PROJECT, useProjects } from '#src/api/projects.ts'
import { useAppliedFilters } from '#src/records/filters/use-applied-filters.ts'
import { ListPage } from '#src/records/list/ListPage.tsx'
import { useLinkedAction } from '#src/records/page/use-linked-action.ts'
import type { ListFilter } from '#src/records/record-definition.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { TopBarSlot } from '#src/ui/TopBarSlot.tsx'
import { ExportDialog } from './ExportDialog.tsx'
import { leadRecord } from './lead-record.tsx'

const LEAD_FILTERS: readonly ListFilter[] = [
  {
    name: 'verified',
    label: 'Email verified',
    allLabel: 'All leads',
    options: [
      { value: '1', label: 'Verified' },
      { value: '0', label: 'Not verified' },
    ],
    accepts: (value) => value === '0' || value === '1',
    // Both are all of them.
    toQuery: (values) => (values.length === 1 ? { verified: values[0] } : {}),
  },
]

/** Contacts from the presale sites, and their export. */
export function LeadsPage() {
  const { hasNone } = useProjects()
  const isOnline = useOnline()
  const [isStarted, setExporting] = useState(false)
  const disabledReason = isOnline ? (hasNone ? NO_PROJECT : undefined) : OFFLINE_REFUSAL
  const linked = useLinkedAction('export', disabledReason)
  const filters = useAppliedFilters(leadRecord, LEAD_FILTERS)
  const isExporting = isStarted || linked.isOpen
  return (
    <>
      <ListPage record={leadRecord} filters={LEAD_FILTERS} />
      <TopBarSlot place="tools">
        <Button icon={Download} onClick={() => setExporting(true)} disabledReason={disabledReason}>
          Export
        </Button>
      </TopBarSlot>
      {isExporting && (
        <ExportDialog
          filters={filters}
          onClose={() => {
            setExporting(false)
            linked.end()
          }}
        />
      )}
    </>
  )
}
