import { send } from '#src/api/http.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx'
import { chainPaymentCalls } from '#src/wire/chain-payments.ts'
import { chainCalls, type Chain } from '#src/wire/chains.ts'
import { useWrite } from '#src/writes/use-write.ts'

const { disconnectChain, listChains } = chainCalls
const { listChainPayments, sumProofs } = chainPaymentCalls

/** Confirms that a chain is no longer compared with the purchases of a project. */
export function DisconnectDialog(props: { projectId: string; chain: Chain; onClose: () => void }) {
  const { projectId, chain, onClose } = props
  const isOnline = useOnline()
  const { write, isBusy } = useWrite({
    mutationFn: async () => {
      const params = { id: projectId, chain_id: String(chain.chain_id) }
      await send(disconnectChain, { params })
      return true
    },
    meta: {
      success: 'Successfully disconnected chain',
      failure: 'Error disconnecting chain',
      invalidates: [[listChains.path], [listChainPayments.path], [sumProofs.path]],
    },
  })
  const confirm = async () => {
    if (await write()) onClose()
  }
  return (
    <ConfirmDialog
      title={`Disconnect ${chain.name}?`}
      isOpen
      onClose={onClose}
      onConfirm={() => void confirm()}
      confirmLabel="Disconnect"
      busyLabel="Disconnecting"
      isBusy={isBusy}
      disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
    >
      Purchases of{' '}
      <b>
        <bdi>{projectId}</bdi>
      </b>{' '}
      that only {chain.name} can prove become not checkable, and its node’s address is deleted. No
      figure changes. If you connect it again, everything is checked again.
    </ConfirmDialog>
  )
}
