import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useKnowsFeatures } from '#src/api/features.ts'
import { AddTokensDialog } from '#src/credits/AddTokensDialog.tsx'
import { usePendingApprovals } from '#src/credits/approval-queries.ts'
import { creditDrafts, creditTarget, targetOf, type Credit } from '#src/credits/credit-form.ts'
import { PendingApprovals } from '#src/credits/PendingApprovals.tsx'
import { PendingCredits } from '#src/credits/PendingCredits.tsx'
import { canCredit } from '#src/domain/sale/purchase-status.ts'
import { useLinkedAction } from '#src/records/page/use-linked-action.ts'
import { walletQueries } from '#src/records/wallet-queries.ts'
import { describeError } from '#src/session/describe-error.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { useMayWrite } from '#src/state/session.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import type { TransactionDetails } from '#src/wire/transaction-details.ts'
import type { PendingWrite } from '#src/writes/pending-writes.ts'
import { creditRefusal, stateOf } from './purchase-facts.ts'

export const CREDIT_ACTION = 'credit'
const REQUESTED = 'A credit of this purchase waits for approval.'
const REQUESTED_OTHER = 'A correction of this purchase waits for approval.'
const NO_PROJECTS: readonly string[] = []

/** Credits the tokens of a purchase that did not complete: the button, and its dialog. */
export function useCreditPurchase(details: TransactionDetails) {
  const { transaction } = details
  const state = stateOf(details)
  const mayWrite = useMayWrite()
  const isAllowed = canCredit(state)
  const offline = useOnline() ? undefined : OFFLINE_REFUSAL
  const requests = usePendingApprovals(isAllowed ? [transaction.project_id] : NO_PROJECTS)
  const request = requests.data?.find((one) => one.transaction_id === transaction.id)
  const isRequested = request !== undefined
  const requested = request?.kind === 'credit' ? REQUESTED : REQUESTED_OTHER
  const unknown = useKnowsFeatures() && !requests.isLoading ? undefined : null
  // The dialog stays open when its own credit changes the state, until it has closed itself.
  const action = useLinkedAction(
    CREDIT_ACTION,
    creditRefusal(state) ?? (isRequested ? requested : undefined) ?? offline ?? unknown,
  )
  const [checked, setChecked] = useState<PendingWrite<Credit>>()
  const isShown = action.isOpen || checked !== undefined
  const wallet = useQuery({
    ...walletQueries.details(transaction),
    enabled: isAllowed || isShown,
  })
  const record = checked?.what.wallet ?? wallet.data?.wallet
  // Other credits of the wallet can be checked here too.
  const creditedId = checked ? checked.what.body.transaction_id : transaction.id
  const target = checked ? targetOf(checked.what) : creditTarget(transaction, creditedId)
  const isOver = !isAllowed && !isShown
  useEffect(() => {
    // What was typed for it can't be sent any more, and would keep Logout waiting.
    if (isOver) creditDrafts.drop(target)
  }, [isOver, target])
  const reason =
    offline ??
    (wallet.data === undefined && wallet.isError
      ? `The wallet did not load: ${describeError(wallet.error)}`
      : undefined)
  return {
    button: mayWrite && isAllowed && !isRequested && (
      <Button
        variant="primary"
        disabledReason={reason}
        isBusy={requests.isLoading || (isShown && record === undefined && reason === undefined)}
        onClick={action.start}
      >
        Credit this purchase
      </Button>
    ),
    notes: (
      <>
        <PendingApprovals wallet={transaction} transactionId={transaction.id} />
        <PendingCredits
          wallet={transaction}
          except={isShown ? target : undefined}
          onCheck={setChecked}
        />
      </>
    ),
    dialog: isShown && record !== undefined && (
      <AddTokensDialog
        key={target}
        wallet={record}
        checked={checked}
        purchase={
          creditedId === transaction.id
            ? {
                record: transaction,
                state,
                usualPrice: details.usual_price,
                isPlanned: details.usual_price_is_planned === 1,
              }
            : undefined
        }
        onClose={() => {
          setChecked(undefined)
          action.end()
        }}
      />
    ),
  }
}
