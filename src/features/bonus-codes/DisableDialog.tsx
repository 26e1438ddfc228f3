import { useQueryClient } from '@tanstack/react-query'
import { refetch } from '#src/cache/refetch.ts'
import { showRow } from '#src/records/list/use-paged-list.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx'
import type { BonusCode } from '#src/wire/bonus-codes.ts'
import { useWriteLock } from '#src/writes/use-write-lock.tsx'
import { useWrite } from '#src/writes/use-write.ts'
import { bonusCodeList, disableBonusCode } from './queries.ts'

/** Confirms that a code is disabled for good, and updates its row. */
export function DisableDialog({ code, onClose }: { code: BonusCode; onClose: () => void }) {
  const client = useQueryClient()
  const isOnline = useOnline()
  const lock = useWriteLock()
  const disable = useWrite({
    mutationFn: async () => {
      try {
        const disabled = await disableBonusCode(code)
        showRow(client, bonusCodeList, disabled)
        return disabled
      } catch (error) {
        // The server may have disabled it although the response was lost.
        void refetch(client, { queryKey: [bonusCodeList.call.path] })
        throw error
      }
    },
    meta: {
      loading: 'Disabling bonus code',
      success: 'Successfully disabled bonus code',
      failure: 'Error disabling bonus code',
    },
  })
  const confirm = async () => {
    if (await disable.write()) onClose()
  }
  return (
    <ConfirmDialog
      title="Disable Bonus Code"
      isOpen
      onClose={onClose}
      onConfirm={() => void confirm()}
      confirmLabel="Disable"
      busyLabel="Disabling"
      isBusy={disable.isBusy}
      lock={lock}
      disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
    >
      Are you sure you want to disable the code{' '}
      <b className="mono" style={{ fontSize: 13, fontWeight: 500 }}>
        <bdi>{code.code}</bdi>
      </b>{' '}
      for the{' '}
      <b>
        <bdi>{code.project_id}</bdi>
      </b>{' '}
      token? A disabled code cannot be enabled again.
    </ConfirmDialog>
  )
}
