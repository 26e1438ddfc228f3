import { Download } from 'lucide-react'
import { useState } from 'react'
import { useProjects } from '#src/api/projects.ts'
import { ProjectChecks } from '#src/projects/ProjectChecks.tsx'
import type { Query } from '#src/session/address.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { GroupFrame, GroupLabel } from '#src/ui/fields/LabelledGroup.tsx'
import { saveCsv } from '#src/ui/save-file.ts'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { EXPORT_FIELDS, exportFields } from './export-fields.ts'
import { ExportFieldList } from './ExportFieldList.tsx'
import { fetchLeadsCsv } from './leads-csv.ts'

const FirstLine = styled('code')`
  display: block;
  min-height: 36px;
  padding: 8px 12px;
  background: var(--bg);
  border: 1px solid var(--line);
  border-radius: var(--r-md);
  color: var(--text-2);
  font: var(--t-code);
  ${MOBILE} {
    min-height: 44px;
    padding: 12px;
  }
`
const Hint = styled('div')`
  font: var(--t-small);
  color: var(--text-3);
`

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Downloads leads.csv for the chosen projects and fields. */
export function ExportDialog({
  filters,
  onClose,
}: {
  /** The filters of the list, which the file follows, and how they read: '' without any. */
  filters: { query: Query; text: string }
  onClose: () => void
}) {
  const isOnline = useOnline()
  const { names, selected, colours } = useProjects()
  // Follows the project filter, which may still be loading, until a project is toggled.
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const projects = chosen ?? selected
  const [list, setList] = useState(EXPORT_FIELDS)
  const isMobile = useIsMobile()
  const fields = exportFields(list)
  const hasChanges =
    !isSame(projects.toSorted(), selected.toSorted()) || !isSame(list, EXPORT_FIELDS)

  const download = useWrite({
    mutationFn: async () => {
      await saveCsv('leads.csv', await fetchLeadsCsv(projects, fields, filters.query))
      return true
    },
    meta: { failure: 'Error export csv' },
  })
  const submit = async () => {
    if (await download.write()) onClose()
  }
  const lacking =
    (projects.length === 0 && 'Choose at least one project') ||
    (fields.length === 0 && 'Choose at least one field') ||
    (isOnline ? undefined : OFFLINE_REFUSAL)

  return (
    <Dialog
      title="Export Leads CSV"
      isOpen
      onClose={onClose}
      hasChanges={hasChanges}
      isBusy={download.isBusy}
      footer={
        <>
          <Button variant="ghost" size="lg" disabled={download.isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            size="lg"
            icon={Download}
            isBusy={download.isBusy}
            busyLabel="Exporting"
            disabledReason={lacking || undefined}
            onClick={() => void submit()}
          >
            Export
          </Button>
        </>
      }
    >
      <ProjectChecks names={names} colours={colours} chosen={projects} onChange={setChosen} />
      <GroupFrame role="group" aria-label="Fields">
        <GroupLabel>Fields, in file order</GroupLabel>
        <ExportFieldList list={list} onChange={setList} />
        <Hint>{isMobile ? 'Drag the handle.' : 'Drag the handle, or use the arrow keys.'}</Hint>
      </GroupFrame>
      {filters.text !== '' && <Hint>Only leads of the list's filters: {filters.text}.</Hint>}
      <GroupFrame>
        <GroupLabel>First line of leads.csv</GroupLabel>
        <FirstLine>{fields.join(',')}</FirstLine>
      </GroupFrame>
    </Dialog>
  )
}
