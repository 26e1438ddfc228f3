import { ingestKeyQueries, revokeIngestKey } from '#src/api/ingest-keys.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx'
import type { IngestKey } from '#src/wire/ingest-keys.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { KeyName } from './KeyName.tsx'

/** Confirms that a key stops working at once. */
export function RevokeDialog(props: {
  projectId: string
  ingestKey: IngestKey
  onClose: () => void
}) {
  const { projectId, ingestKey, onClose } = props
  const isOnline = useOnline()
  const { write, isBusy } = useWrite({
    mutationFn: async () => {
      await revokeIngestKey(projectId, ingestKey.id)
      return true
    },
    meta: {
      success: 'Key revoked',
      failure: 'Error revoking key',
      invalidates: [ingestKeyQueries.keys(projectId).queryKey],
    },
  })
  const confirm = async () => {
    if (await write()) onClose()
  }
  return (
    <ConfirmDialog
      title="Revoke key?"
      isOpen
      onClose={onClose}
      onConfirm={() => void confirm()}
      confirmLabel="Revoke"
      busyLabel="Revoking"
      isBusy={isBusy}
      disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
    >
      From now on, events that are sent to{' '}
      <b>
        <bdi>{projectId}</bdi>
      </b>{' '}
      with <KeyName of={ingestKey} /> are refused: purchases and leads no longer arrive. A revoked
      key cannot be used again.
    </ConfirmDialog>
  )
}
