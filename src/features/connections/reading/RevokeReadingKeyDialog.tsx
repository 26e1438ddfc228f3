import { send } from '#src/api/http.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx'
import { readingKeyCalls, type ReadingKey } from '#src/wire/reading-keys.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { describeLastUse } from './reading-key-text.ts'
import { readingKeysQuery } from './reading-keys-query.ts'

/** Confirms that a key for reading stops working at once. */
export function RevokeReadingKeyDialog(props: {
  readingKey: ReadingKey
  now: Date
  onClose: () => void
}) {
  const { readingKey, onClose } = props
  const isOnline = useOnline()
  const { write, isBusy } = useWrite({
    mutationFn: async () => {
      await send(readingKeyCalls.revokeReadingKey, { params: { id: readingKey.id } })
      return true
    },
    meta: {
      success: 'Successfully revoked reading key',
      failure: 'Error revoking reading key',
      invalidates: [readingKeysQuery.queryKey],
    },
  })
  const confirm = async () => {
    if (await write()) onClose()
  }
  return (
    <ConfirmDialog
      title="Revoke reading key?"
      isOpen
      onClose={onClose}
      onConfirm={() => void confirm()}
      confirmLabel="Revoke"
      busyLabel="Revoking"
      isBusy={isBusy}
      disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
    >
      “
      <b>
        <bdi>{readingKey.name}</bdi>
      </b>
      ” stops working at once. {describeLastUse(readingKey, props.now)} This cannot be undone.
    </ConfirmDialog>
  )
}
