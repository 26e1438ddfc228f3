import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { changeImport, checkImport, fetchImportReport, IMPORT_KEYS } from '#src/api/imports.ts'
import { refreshAll } from '#src/cache/refresh-all.ts'
import { validateColumns } from '#src/domain/sale/import-columns.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { usePrivacy } from '#src/state/privacy.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { saveCsv } from '#src/ui/save-file.ts'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { CellReading, Import, ImportReading } from '#src/wire/imports.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { ColumnsBox } from './ColumnsBox.tsx'
import { DryRunBox, RunBox } from './DryRunBox.tsx'
import { formatRows, stepOf } from './import-text.ts'
import { ReadingsBox } from './ReadingsBox.tsx'

/** An import from its columns to its end. */
export function ImportFlow(props: { file: Import; isUploading: boolean; onGiveUp: () => void }) {
  const { file } = props
  const [edited, setEdited] = useState<Import['columns'] | null>(null)
  const columns = edited?.length === file.header?.length ? (edited ?? []) : file.columns
  const [chosen, setChosen] = useState<Partial<Record<string, CellReading>>>({})
  // Columns that became other fields have other cells.
  const readings = file.readings
    .filter(
      ({ field, cell }) => cell !== '' && columns.indexOf(field) === file.columns.indexOf(field),
    )
    .map((one) => ({ ...one, reading: chosen[one.field] ?? one.reading }))
  const isUnchanged =
    isSame(columns, file.columns) &&
    file.readings.every(({ field, reading }) => (chosen[field] ?? reading) === reading)
  const isChecked = file.state === 'checked' && isUnchanged
  useRefreshWhenDone(file)
  const step = stepOf(file)
  return (
    <>
      {step < 3 && (
        <ColumnsBox
          file={file}
          columns={columns}
          onChange={file.state === 'checking' ? null : setEdited}
        />
      )}
      {step < 3 && readings.length > 0 && (
        <ReadingsBox
          file={file}
          readings={readings}
          onChange={
            file.state === 'checking'
              ? null
              : (field, reading) => setChosen((before) => ({ ...before, [field]: reading }))
          }
        />
      )}
      {(file.state === 'checking' || isChecked) && <DryRunBox file={file} />}
      {step === 3 && <RunBox file={file} />}
      {step === 3 ? (
        <RunFoot file={file} />
      ) : (
        <CheckFoot {...props} columns={columns} readings={readings} isChecked={isChecked} />
      )}
    </>
  )
}

const isSame = (a: Import['columns'], b: Import['columns']) =>
  a.length === b.length && a.every((name, at) => name === b[at])

/** Figures that were loaded before an import ended lack its rows. */
function useRefreshWhenDone({ state }: Import): void {
  const before = useRef(state)
  useEffect(() => {
    if (state === 'done' && before.current !== 'done') refreshAll()
    before.current = state
  }, [state])
}

/** The buttons below a box; the first child stands at the left. */
const Foot = styled('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  & > div {
    flex: 1;
  }
  & > p {
    font: var(--t-small);
    color: var(--text-3);
  }
  ${MOBILE} {
    & > div,
    & button {
      flex: 1 1 100%;
      width: 100%;
    }
  }
`

function CheckFoot(props: {
  file: Import
  columns: Import['columns']
  readings: readonly ImportReading[]
  isChecked: boolean
  isUploading: boolean
  onGiveUp: () => void
}) {
  const { file, columns, readings, isChecked } = props
  const isOnline = useOnline()
  const check = useWrite({
    mutationFn: () =>
      checkImport(file.id, {
        columns,
        readings: readings.flatMap(({ field, reading }) =>
          reading === null ? [] : [{ field, reading }],
        ),
      }),
    meta: { failure: 'Error starting the dry run', invalidates: IMPORT_KEYS },
  })
  const run = useWrite({
    mutationFn: () => changeImport(file.id, 'run'),
    meta: { failure: 'Error starting the import', invalidates: IMPORT_KEYS },
  })
  const cancel = useWrite({
    mutationFn: () => changeImport(file.id, 'cancel'),
    meta: { failure: 'Error cancelling', invalidates: IMPORT_KEYS },
  })
  const isBusy = check.isBusy || run.isBusy || cancel.isBusy
  const isChecking = file.state === 'checking'
  const open = readings.find(({ reading }) => reading === null)
  const problem =
    validateColumns(file.kind, columns) ??
    (open ? 'Choose what the cells above mean: they can mean two things' : null)
  const offline = isOnline ? undefined : OFFLINE_REFUSAL
  const blocked =
    offline ??
    (file.state === 'uploading'
      ? props.isUploading
        ? 'The file is still being uploaded'
        : 'The upload is not finished. Choose the file again.'
      : (problem ?? undefined))
  const giveUp = async () => {
    const after = await cancel.write()
    if (after?.state === 'discarded') props.onGiveUp()
  }
  return (
    <Foot>
      <div>{isChecked && <ReportButton file={file} />}</div>
      {isChecked && <p>A cancelled import keeps the rows taken so far.</p>}
      <Button
        variant="ghost"
        size="lg"
        disabled={isBusy}
        disabledReason={offline}
        onClick={() => void giveUp()}
      >
        Cancel
      </Button>
      {isChecked ? (
        <Button
          variant="primary"
          size="lg"
          isBusy={run.isBusy}
          busyLabel="Starting the import"
          disabledReason={offline ?? (file.taken === 0 ? 'There is nothing to import' : undefined)}
          onClick={() => void run.write()}
        >
          Import {formatRows(file.taken)}
        </Button>
      ) : (
        <Button
          variant="primary"
          size="lg"
          isBusy={check.isBusy || isChecking}
          busyLabel="Checking"
          disabledReason={blocked}
          onClick={() => void check.write()}
        >
          Start the dry run
        </Button>
      )}
    </Foot>
  )
}

function RunFoot({ file }: { file: Import }) {
  const isOnline = useOnline()
  const { state } = file
  const verb = state === 'running' ? 'cancel' : 'resume'
  const { write, isBusy } = useWrite({
    mutationFn: () => changeImport(file.id, verb),
    meta: {
      failure: verb === 'cancel' ? 'Error cancelling' : 'Error resuming the import',
      invalidates: IMPORT_KEYS,
    },
  })
  const reason = isOnline ? undefined : OFFLINE_REFUSAL
  return (
    <Foot>
      <div>
        <ReportButton file={file} />
      </div>
      {state === 'running' && <p>A cancelled import keeps the rows taken so far.</p>}
      {state === 'running' && (
        <Button size="lg" isBusy={isBusy} disabledReason={reason} onClick={() => void write()}>
          Cancel import
        </Button>
      )}
      {(state === 'cancelled' || state === 'interrupted') && (
        <Button
          variant="primary"
          size="lg"
          isBusy={isBusy}
          busyLabel="Resuming"
          disabledReason={reason}
          onClick={() => void write()}
        >
          Resume import
        </Button>
      )}
    </Foot>
  )
}

/** The refused rows as a file. Their cells may hold amounts. */
function ReportButton({ file }: { file: Import }) {
  const isOnline = useOnline()
  const privacy = usePrivacy()
  const { write, isBusy } = useWrite({
    mutationFn: async () => {
      await saveCsv('import-report.csv', await fetchImportReport(file.id))
      return true
    },
    meta: { failure: 'Error downloading the report' },
  })
  const reason = !isOnline
    ? OFFLINE_REFUSAL
    : file.refused === 0
      ? 'No row was refused'
      : privacy
        ? 'Figures are hidden in privacy mode'
        : undefined
  return (
    <Button
      variant="ghost"
      icon={Download}
      isBusy={isBusy}
      busyLabel="Downloading"
      disabledReason={reason}
      onClick={() => void write()}
    >
      Download the report
    </Button>
  )
}
