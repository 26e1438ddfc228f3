import { Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useProjects } from '#src/api/projects.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/api/use-online.ts'
import { usePagedList } from '#src/records/use-paged-list.ts'
import { filters } from '#src/state/filters.ts'
import { Button } from '#src/ui/Button.tsx'
import { ListNote } from '#src/records/ListNote.tsx'
import { RecordList, type Expansion } from '#src/records/RecordList.tsx'
import { TopBarSlot } from '#src/ui/TopBarSlot.tsx'
import { ExportDialog } from './ExportDialog.tsx'
import type { Lead } from '#src/wire/leads.ts'
import { LEAD_CARDS_BELOW_PX, LeadDetails, leadCard, leadCells, leadColumns } from './lead-row.tsx'
import { leadList } from './queries.ts'

const NO_SEARCH = {}

const DETAILS: Expansion<Lead> = {
  column: 'open',
  showLabel: 'Show details',
  hideLabel: 'Hide details',
  render: (lead, dropped) => <LeadDetails lead={lead} dropped={dropped} />,
}

/** People who left an address on a sale's site, newest first, and their export. */
export function LeadsPage() {
  const isOnline = useOnline()
  const { colours, selected } = useProjects()
  const { asOf } = useSnapshot(filters)
  const look = useMemo(() => ({ colours, now: new Date(asOf) }), [colours, asOf])
  const [isExporting, setExporting] = useState(false)
  const list = usePagedList(leadList, NO_SEARCH)
  return (
    <>
      <ListNote projects={selected.length} isNewestFirst />
      <TopBarSlot place="tools">
        <Button
          icon={Download}
          onClick={() => setExporting(true)}
          disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
        >
          Export
        </Button>
      </TopBarSlot>
      <RecordList
        label="Leads"
        columns={leadColumns}
        cardsBelow={LEAD_CARDS_BELOW_PX}
        source={list}
        keyOf={leadList.idOf}
        cells={leadCells}
        card={leadCard}
        look={look}
        expansion={DETAILS}
        isSearch={false}
        empty={{ title: 'No leads found' }}
        placeKey={`leads ${list.key}`}
      />
      {isExporting && <ExportDialog onClose={() => setExporting(false)} />}
    </>
  )
}
