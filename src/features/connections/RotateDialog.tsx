import { ingestKeyQueries, rotateIngestKey } from '#src/api/ingest-keys.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx'
import { ROTATION_OVERLAP_HOURS, type IngestKey, type NewIngestKey } from '#src/wire/ingest-keys.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { KeyName } from './KeyName.tsx'

/** Confirms that a key is replaced by a new one. */
export function RotateDialog(props: {
  projectId: string
  site: string
  ingestKey: IngestKey
  onClose: () => void
  onRotated: (created: NewIngestKey) => void
}) {
  const { projectId, ingestKey } = props
  const isOnline = useOnline()
  const { write, isBusy } = useWrite({
    mutationFn: () => rotateIngestKey(projectId, ingestKey.id),
    meta: {
      failure:
        'The new key did not arrive. If it is in the list, revoke it and create another one.',
      invalidates: [ingestKeyQueries.keys(projectId).queryKey],
    },
  })
  const confirm = async () => {
    const created = await write()
    if (created) props.onRotated(created)
  }
  return (
    <ConfirmDialog
      title="Rotate key?"
      isOpen
      onClose={props.onClose}
      onConfirm={() => void confirm()}
      confirmLabel="Rotate"
      busyLabel="Rotating"
      isBusy={isBusy}
      disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
    >
      A new key replaces <KeyName of={ingestKey} />, which works {ROTATION_OVERLAP_HOURS} hours
      more. Set the new one at <bdi>{props.site}</bdi> before then.
    </ConfirmDialog>
  )
}
