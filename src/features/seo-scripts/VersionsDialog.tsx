import { useQuery } from '@tanstack/react-query'
import { History, PencilLine } from 'lucide-react'
import { useState } from 'react'
import { formatInstant } from '#src/domain/sale/record-formats.ts'
import { Loaded } from '#src/records/page/Loaded.tsx'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { useMayWrite } from '#src/state/session.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { RadioList } from '#src/ui/fields/RadioList.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { SeoScriptVersion } from '#src/wire/seo-scripts.ts'
import { useWriteLock } from '#src/writes/use-write-lock.tsx'
import { useWrite } from '#src/writes/use-write.ts'
import { editsOf, SCRIPT_NAMES, toScriptForm } from './script-form.ts'
import { restoreScripts, scriptQueries, versionsQuery } from './script-queries.ts'
import { ScriptDiff } from './ScriptDiff.tsx'

const Columns = styled('div')`
  display: grid;
  grid-template-columns: 256px minmax(0, 1fr);
  gap: 20px;
  align-items: start;
  @media (max-width: 1023px) {
    grid-template-columns: minmax(0, 1fr);
  }
`
const Listed = styled('div')`
  max-height: 60vh;
  overflow-y: auto;
  @media (max-width: 1023px) {
    max-height: 224px;
  }
  ${MOBILE} {
    max-height: 184px;
  }
`
const Compared = styled('div')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  min-height: 320px;
  align-content: start;
`

/** The saved versions of a project's scripts, and what restoring one of them changes. */
export function VersionsDialog(props: {
  projectId: string
  /** The card has edits that no version contains. */
  hasEdits: boolean
  onRestored: () => void
  onClose: () => void
}) {
  const { projectId, hasEdits, onClose } = props
  const isOnline = useOnline()
  const mayWrite = useMayWrite()
  const lock = useWriteLock()
  const query = useQuery(versionsQuery(projectId))
  const versions = query.data ?? []
  const [chosen, setChosen] = useState<number | null>(null)
  // The list may get another version while the question is open.
  const [confirmed, setConfirmed] = useState<number | null>(null)
  const [present, previous] = versions
  const version = versions.find((one) => one.version === chosen) ?? previous
  const isInUse = !present || !version || isSame(present, version)
  const { write, isBusy } = useWrite({
    mutationFn: (number: number) => restoreScripts(projectId, number),
    meta: {
      success: 'Successfully restored scripts',
      failure: 'Error restoring scripts',
      invalidates: [scriptQueries.all, versionsQuery(projectId).queryKey],
    },
  })
  const restore = async () => {
    if (confirmed === null || (await write(confirmed)) === undefined) return
    props.onRestored()
    onClose()
  }
  return (
    <Dialog
      title="Versions"
      isOpen
      onClose={onClose}
      hasChanges={false}
      isBusy={isBusy}
      width={1040}
      footer={
        <>
          <Button variant="ghost" size="lg" disabled={isBusy} onClick={onClose}>
            {mayWrite ? 'Cancel' : 'Close'}
          </Button>
          {version && mayWrite && (
            <Button
              variant="primary"
              size="lg"
              disabledReason={
                isOnline ? (isInUse ? 'These scripts are in use.' : undefined) : OFFLINE_REFUSAL
              }
              onClick={() => setConfirmed(version.version)}
            >
              Restore
            </Button>
          )}
        </>
      }
    >
      {hasEdits && (
        <Notice icon={PencilLine}>
          <b>{projectId} has edits that are not saved.</b> No version contains them, and restoring
          one discards them.
        </Notice>
      )}
      <Loaded
        query={query}
        failed="Versions did not load"
        notCached="You are offline, and versions are not saved on this device."
        placeholder={<Placeholder />}
      >
        {() =>
          present && version ? (
            <Columns>
              <Listed>
                <RadioList
                  label="Version"
                  options={versions.map((one) => ({
                    value: String(one.version),
                    label: one === present ? `${one.version}, in use` : String(one.version),
                    text: savedText(one),
                  }))}
                  value={String(version.version)}
                  onChange={(value) => setChosen(Number(value))}
                />
              </Listed>
              <Comparison present={present} version={version} />
            </Columns>
          ) : (
            <EmptyState
              icon={History}
              title="No earlier version"
              text={
                present
                  ? `The scripts in use were saved ${savedText(present)}. The next save adds a version.`
                  : 'Every save of the scripts adds a version.'
              }
            />
          )
        }
      </Loaded>
      <ConfirmDialog
        title={`Restore version ${confirmed ?? ''}?`}
        isOpen={confirmed !== null}
        onClose={() => setConfirmed(null)}
        onConfirm={() => void restore()}
        confirmLabel="Restore"
        busyLabel="Restoring"
        isBusy={isBusy}
        lock={lock}
        disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
      >
        These scripts replace those on the live site of{' '}
        <b>
          <bdi>{projectId}</bdi>
        </b>{' '}
        at once. The present ones stay in the list of versions.
        {hasEdits && <b> Your edits that are not saved are discarded.</b>}
      </ConfirmDialog>
    </Dialog>
  )
}

function Comparison(props: { present: SeoScriptVersion; version: SeoScriptVersion }) {
  const before = toScriptForm(props.present)
  const after = toScriptForm(props.version)
  return (
    <Compared>
      <p className="small t3">What restoring version {props.version.version} changes.</p>
      {SCRIPT_NAMES.map((name) => (
        <ScriptDiff key={name} name={name} before={before[name]} after={after[name]} />
      ))}
    </Compared>
  )
}

function Placeholder() {
  return (
    <Columns aria-busy="true">
      <Skeleton width="100%" height={168} />
      <Skeleton width="100%" height={320} />
    </Columns>
  )
}

const isSame = (one: SeoScriptVersion, other: SeoScriptVersion) =>
  Object.keys(editsOf(toScriptForm(one), toScriptForm(other))).length === 0

/** "Nov 20, 2025 14:06 by maya@saleroom.example". Of the first versions, nobody knows by whom. */
function savedText({ created_at: at, created_by: by }: SeoScriptVersion): string {
  return by === null ? formatInstant(at) : `${formatInstant(at)} by ${by}`
}
