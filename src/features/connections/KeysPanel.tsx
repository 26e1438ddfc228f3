import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ingestKeyQueries } from '#src/api/ingest-keys.ts'
import { WholeList } from '#src/records/list/WholeList.tsx'
import { Loaded } from '#src/records/page/Loaded.tsx'
import type { RowContext } from '#src/records/record-definition.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Panel } from '#src/ui/lists/Panel.tsx'
import type { IngestKey, NewIngestKey } from '#src/wire/ingest-keys.ts'
import { keyRecord } from './key-record.tsx'
import { KeyDialog } from './KeyDialog.tsx'
import { RevokeDialog } from './RevokeDialog.tsx'
import { RotateDialog } from './RotateDialog.tsx'

type OpenDialog =
  | { is: 'create' }
  | { is: 'rotate' | 'revoke'; key: IngestKey }
  | { is: 'new'; key: NewIngestKey }

const idOf = ({ id }: IngestKey) => id

/** The keys of a project, and the dialogs that change them. */
export function KeysPanel(props: {
  projectId: string
  /** Where the keys are used: "aura.example". */
  site: string
  context: RowContext<IngestKey>
}) {
  const { projectId, site, context } = props
  const isOnline = useOnline()
  const query = useQuery(ingestKeyQueries.keys(projectId))
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const record = useMemo(
    () =>
      keyRecord({
        onRotate: (key) => setOpen({ is: 'rotate', key }),
        onRevoke: (key) => setOpen({ is: 'revoke', key }),
      }),
    [],
  )
  const close = () => setOpen(null)
  const list = (rows: readonly IngestKey[] | undefined) => (
    <WholeList record={record} context={context} rows={rows} idOf={idOf} />
  )
  return (
    <Panel
      title="Keys"
      end={
        <Button
          size="sm"
          icon={Plus}
          disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
          onClick={() => setOpen({ is: 'create' })}
        >
          Create key
        </Button>
      }
    >
      <Loaded
        query={query}
        failed="Keys did not load"
        notCached="You are offline, and the keys of this project were not saved on this device."
        placeholder={list(undefined)}
      >
        {(keys) =>
          keys.length > 0 ? (
            list(keys)
          ) : (
            <EmptyState
              icon={KeyRound}
              title="No key yet"
              text={`Create one, and give it to the developer of ${site}.`}
            />
          )
        }
      </Loaded>
      {open?.is === 'create' && <KeyDialog projectId={projectId} site={site} onClose={close} />}
      {open?.is === 'rotate' && (
        <RotateDialog
          projectId={projectId}
          site={site}
          ingestKey={open.key}
          onClose={close}
          onRotated={(key) => setOpen({ is: 'new', key })}
        />
      )}
      {open?.is === 'revoke' && (
        <RevokeDialog projectId={projectId} ingestKey={open.key} onClose={close} />
      )}
      {open?.is === 'new' && (
        <KeyDialog projectId={projectId} site={site} created={open.key} onClose={close} />
      )}
    </Panel>
  )
}
