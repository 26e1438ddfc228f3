import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { importQueries } from '#src/api/imports.ts'
import { useProjects } from '#src/api/projects.ts'
import { formatDateTime } from '#src/domain/time/format-time.ts'
import { projectOptions } from '#src/projects/project-options.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Segmented } from '#src/ui/controls/Segmented.tsx'
import { Select } from '#src/ui/controls/Select.tsx'
import { Panel } from '#src/ui/lists/Panel.tsx'
import { PanelRow } from '#src/ui/lists/PanelRow.tsx'
import { ProgressBar } from '#src/ui/ProgressBar.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { IMPORT_KINDS, type Import, type ImportKind, type ImportState } from '#src/wire/imports.ts'
import { FilePicker } from './FilePicker.tsx'
import { KIND_LABELS } from './import-text.ts'
import type { Upload } from './use-upload.ts'

const Body = styled('div')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  padding: 20px;
  ${MOBILE} {
    padding: 16px;
  }
`
const Target = styled('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 12px;
  & > button {
    width: 240px;
  }
  ${MOBILE} {
    flex-direction: column;
    align-items: stretch;
    & > button {
      width: 100%;
    }
  }
`
const Reading = styled('div')`
  display: grid;
  gap: 8px;
  font: var(--t-small);
  color: var(--text-3);
`

const KINDS = IMPORT_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))

const STATES: Readonly<Record<ImportState, string>> = {
  uploading: 'Upload not finished',
  uploaded: 'Not checked',
  checking: 'Being checked',
  checked: 'Checked',
  running: 'Running',
  interrupted: 'Interrupted',
  cancelled: 'Cancelled',
  done: 'Imported',
  failed: 'Could not be read',
  discarded: 'Given up',
}

/** The first step: where the rows go, what they are, and the file. */
export function ChooseBox(props: {
  projectId: string
  onProject: (id: string) => void
  upload: Upload
  onChoose: (file: File, kind: ImportKind) => void
  onOpen: (id: string) => void
}) {
  const { projectId, upload } = props
  const { names, colours } = useProjects()
  const [kind, setKind] = useState<ImportKind>('transaction')
  const { data: imports = [] } = useQuery(importQueries.list(projectId))
  const isReading = upload.is === 'reading' || upload.is === 'sending'
  return (
    <>
      <Panel
        title="Choose a file"
        end={<span>Nothing is written before you have seen what would happen.</span>}
      >
        <Body style={{ paddingTop: 0 }}>
          <Target>
            <Select
              label="Project"
              options={projectOptions(names, colours)}
              value={projectId}
              disabled={isReading}
              onChange={props.onProject}
            />
            <Segmented
              label="Rows"
              size="md"
              options={KINDS}
              value={kind}
              disabled={isReading}
              onChange={setKind}
            />
          </Target>
          {isReading ? (
            <Reading role="status">
              {upload.is === 'reading' ? 'Reading the file' : 'Uploading the file'}
              <ProgressBar
                label={upload.is === 'reading' ? 'Reading' : 'Upload'}
                value={upload.fraction}
              />
            </Reading>
          ) : (
            <FilePicker
              text="Choose or drop a CSV file in UTF-8, up to 1 GB, with a header line. Commas, semicolons and tabs are recognised. It is deleted after the import, or after 24 hours."
              problem={upload.is === 'failed' ? upload.text : null}
              onChoose={(file) => props.onChoose(file, kind)}
            />
          )}
        </Body>
      </Panel>
      {imports.length > 0 && !isReading && (
        <Panel title="Files of the last 24 hours">
          {imports.map((file) => (
            <RecentImport key={file.id} file={file} onOpen={props.onOpen} />
          ))}
        </Panel>
      )}
    </>
  )
}

function RecentImport({ file, onOpen }: { file: Import; onOpen: (id: string) => void }) {
  const at = formatDateTime(Date.parse(file.created_at))
  return (
    <PanelRow
      title={file.name}
      line={
        <small>
          {STATES[file.state]}, {at}
        </small>
      }
    >
      <Button size="sm" aria-label={`Open ${file.name}`} onClick={() => onOpen(file.id)}>
        Open
      </Button>
    </PanelRow>
  )
}
