import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useProjects } from '#src/api/projects.ts'
import { AddTokensDialog } from '#src/credits/AddTokensDialog.tsx'
import { credits, type CreditedPayment } from '#src/credits/credit-form.ts'
import { walletQueries } from '#src/records/wallet-queries.ts'
import { ApiError } from '#src/session/api-error.ts'
import { describeError } from '#src/session/describe-error.ts'
import { WalletDialog } from './WalletDialog.tsx'

const NOT_FOUND = 404

/** A payment to credit, and the wallet that is offered at first. */
export interface PaymentToCredit {
  projectId: string
  address: string
  payment: CreditedPayment
}

/**
 * Credits tokens for a payment, to the payer's wallet unless another one is entered. A credit of it
 * that has no known outcome is checked first.
 */
export function CreditPayment(props: PaymentToCredit & { onClose: () => void }) {
  const { projectId, payment, onClose } = props
  const { colours } = useProjects()
  const pending = credits.useAll().find(({ what }) => what.payment_id === payment.id)
  // Once its outcome is known, it is pending no more.
  const [checked] = useState(pending)
  const [address, setAddress] = useState(props.address)
  const [isEntering, setEntering] = useState(false)
  const query = useQuery({
    ...walletQueries.details({ project_id: projectId, wallet_address: address }),
    enabled: checked === undefined && !isEntering,
  })
  const wallet = checked?.what.wallet ?? query.data?.wallet
  if (wallet !== undefined && !isEntering) {
    return (
      <AddTokensDialog
        wallet={wallet}
        checked={checked}
        payment={payment}
        onChangeWallet={() => setEntering(true)}
        onClose={onClose}
      />
    )
  }
  return (
    <WalletDialog
      projectId={projectId}
      colours={colours}
      address={address}
      error={isEntering || query.error === null ? undefined : describe(query.error, projectId)}
      isBusy={!isEntering && query.isFetching}
      onEnter={(entered) => {
        setAddress(entered)
        setEntering(false)
        if (entered === address) void query.refetch()
      }}
      onClose={onClose}
    />
  )
}

function describe(error: Error, projectId: string): string {
  const isMissing = error instanceof ApiError && error.status === NOT_FOUND
  return isMissing
    ? `${projectId} has no wallet with this address.`
    : `The wallet did not load: ${describeError(error)}`
}
