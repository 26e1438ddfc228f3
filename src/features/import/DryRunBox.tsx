import { Panel, PanelBox, PanelHead } from '#src/ui/lists/Panel.tsx'
import { ProgressBar } from '#src/ui/ProgressBar.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { Import } from '#src/wire/imports.ts'
import { Counts } from './Counts.tsx'
import { formatRows, formatSpan } from './import-text.ts'

const Progress = styled('div')`
  padding: 0 20px 16px;
  ${MOBILE} {
    padding: 0 16px 16px;
  }
`
const Line = styled('p')`
  padding: 12px 20px;
  border-top: 1px solid var(--line);
  font: var(--t-small);
  color: var(--text-3);
  overflow-wrap: anywhere;
  ${MOBILE} {
    padding: 12px 16px;
  }
`

/** What the import would do. */
export function DryRunBox({ file }: { file: Import }) {
  const isRunning = file.state === 'checking'
  const span = formatSpan(file)
  return (
    <PanelBox as="div" role="status" aria-label="Dry run">
      <PanelHead>
        <h2>Dry run</h2>
        <span>
          {isRunning
            ? `${formatRows(file.rows)} read. Nothing is written.`
            : `Finished${span === null ? '' : ` in ${span}`}. Nothing was written.`}
        </span>
      </PanelHead>
      {isRunning && (
        <Progress>
          <ProgressBar label="Dry run" value={file.position / file.bytes} />
        </Progress>
      )}
      <Counts file={file} taken={isRunning ? 'rows taken so far' : 'rows will be taken'} />
      <Start file={file} verb="would start" />
    </PanelBox>
  )
}

/** An import that runs, waits or has ended. */
export function RunBox({ file }: { file: Import }) {
  const { state, rows, total_rows: total } = file
  const span = formatSpan(file)
  return (
    <Panel
      title="Import"
      end={
        <span role="status">
          {state === 'running' && `${formatRows(rows)} of ${formatRows(total ?? rows)}`}
          {state === 'done' && `Finished${span === null ? '' : ` in ${span}`}`}
          {state === 'cancelled' && `Cancelled after ${formatRows(rows)}`}
          {state === 'interrupted' && `Interrupted after ${formatRows(rows)}`}
        </span>
      }
    >
      {state !== 'done' && (
        <Progress>
          <ProgressBar label="Import" value={total === null || total === 0 ? 0 : rows / total} />
        </Progress>
      )}
      <Counts file={file} taken={state === 'done' ? 'rows were taken' : 'rows taken so far'} />
      {file.error !== null && <Line>{file.error}</Line>}
      {state === 'interrupted' && (
        <Line>The server stopped during the import. The rows taken so far stay.</Line>
      )}
      {state === 'cancelled' && <Line>The rows taken so far stay. Nothing is counted twice.</Line>}
      <Start file={file} verb="now starts" />
    </Panel>
  )
}

function Start({ file, verb }: { file: Import; verb: string }) {
  if (file.begins_at === null) return null
  return (
    <Line>
      {file.project_id} {verb} on {file.begins_at.slice(0, 10)}, with its oldest row.
    </Line>
  )
}
