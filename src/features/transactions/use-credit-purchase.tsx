import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError } from '#src/api/describe-error.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/api/use-online.ts'
import { AddTokensDialog } from '#src/records/credits/AddTokensDialog.tsx'
import type { Credit } from '#src/records/credits/credit-form.ts'
import { PendingCredits } from '#src/records/credits/PendingCredits.tsx'
import { canCredit } from '#src/records/credits/purchase-credit.ts'
import { useLinkedAction } from '#src/records/use-linked-action.ts'
import { walletQueries } from '#src/records/wallet-queries.ts'
import { Button } from '#src/ui/Button.tsx'
import type { TransactionDetails } from '#src/wire/transaction-details.ts'
import type { PendingWrite } from '#src/writes/pending-writes.ts'
import { stateOf } from './purchase-facts.ts'

/** Credits the tokens of a purchase that did not complete: the button, and its dialog. */
export function useCreditPurchase(details: TransactionDetails) {
  const { transaction } = details
  const state = stateOf(details)
  const action = useLinkedAction('credit')
  const isOnline = useOnline()
  const [checked, setChecked] = useState<PendingWrite<Credit>>()
  const isAllowed = canCredit(state)
  const isWanted = action.isLinked || checked !== undefined
  // It stays open when the credit changes the state, until it has closed itself.
  const [isOpened, setOpened] = useState(false)
  const isOpening = isWanted && (isAllowed || checked !== undefined)
  if (isOpening && !isOpened) setOpened(true)
  if (!isWanted && isOpened) setOpened(false)
  const wallet = useQuery({
    ...walletQueries.details(transaction),
    enabled: isAllowed || isWanted,
  })
  const isShown = isWanted && (isOpened || isOpening)
  const record = checked?.what.wallet ?? wallet.data?.wallet
  const reason = !isOnline
    ? OFFLINE_REFUSAL
    : wallet.data === undefined && wallet.isError
      ? `The wallet did not load: ${describeError(wallet.error)}`
      : undefined
  return {
    button: isAllowed && (
      <Button
        variant="primary"
        disabledReason={reason}
        isBusy={isShown && record === undefined && reason === undefined}
        onClick={action.start}
      >
        Credit this purchase
      </Button>
    ),
    notes: (
      <PendingCredits
        except={undefined}
        isShown={({ body, wallet: of }) =>
          !isShown &&
          body.transaction_id === transaction.id &&
          of.project_id === transaction.project_id
        }
        onCheck={setChecked}
      />
    ),
    dialog: isShown && record !== undefined && (
      <AddTokensDialog
        wallet={record}
        checked={checked}
        purchase={{ record: transaction, state }}
        onClose={() => {
          setChecked(undefined)
          action.end()
        }}
      />
    ),
  }
}
