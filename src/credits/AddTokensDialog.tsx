import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'wouter'
import { useProjects } from '#src/api/projects.ts'
import { refetch } from '#src/cache/refetch.ts'
import { parseDecimal } from '#src/domain/money/decimals.ts'
import { canCredit, type CreditState } from '#src/domain/sale/purchase-status.ts'
import { formatAmount, formatDecimal, formatId } from '#src/domain/sale/record-formats.ts'
import { ProjectName } from '#src/projects/ProjectName.tsx'
import { TokenAmount } from '#src/records/cells/TokenAmount.tsx'
import { refreshWallet, walletQueries } from '#src/records/wallet-queries.ts'
import { usePrivacy } from '#src/state/privacy.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { GroupFrame, GroupLabel } from '#src/ui/fields/LabelledGroup.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { useIsMobile } from '#src/ui/use-media.ts'
import type { Approval } from '#src/wire/approval.ts'
import { chainPaymentCalls } from '#src/wire/chain-payments.ts'
import { manualTransactionCalls } from '#src/wire/manual-transactions.ts'
import { transactionDetailsCalls } from '#src/wire/transaction-details.ts'
import type { Wallet } from '#src/wire/wallets.ts'
import { FormText, FormTextArea } from '#src/writes/form-fields.tsx'
import type { PendingWrite } from '#src/writes/pending-writes.ts'
import { useWriteForm } from '#src/writes/use-write-form.ts'
import { WriteDialog } from '#src/writes/WriteDialog.tsx'
import { AddressGroups } from './AddressGroups.tsx'
import { approvalNeed, useApprovalLimit } from './approval-limit.ts'
import { approvalQueries } from './approval-queries.ts'
import { ApprovalNote } from './ApprovalNote.tsx'
import {
  creditDrafts,
  creditFormSchema,
  credits,
  creditTarget,
  EMPTY_CREDIT,
  toManualTransactionCreate,
  type Credit,
  type CreditedPayment,
} from './credit-form.ts'
import { CreditResult } from './CreditResult.tsx'
import { creditedReason, isWaiting, postCreditOfPayment, type Credited } from './payment-credit.ts'
import { PendingCredits } from './PendingCredits.tsx'
import { creditFormOf, tokensAtPrice, type CreditedPurchase } from './purchase-credit.ts'
import { UsualAmount } from './UsualAmount.tsx'

/** Shown instead of a success: nothing was credited. All digits of the amount, or none in privacy mode. */
function waitingText({ tokens, project_id: project }: Approval, isMasked: boolean): string {
  const amount = isMasked ? 'this credit' : `${formatDecimal(tokens, 2)} ${project}`
  return `Waits for approval: a second person has to approve ${amount}.`
}

const { listChainPayments, sumProofs } = chainPaymentCalls

function successText(made: Credited, isMasked: boolean): string {
  if (isWaiting(made)) return waitingText(made.approval, isMasked)
  if (made.isPaymentOpen !== true) return 'Successfully added tokens'
  return `Added the tokens, but the payment is still open. Dismiss it with the reason “${creditedReason(made.id)}”.`
}

/** Whether two amounts read alike: an offer of what stands in the field would only confuse. */
const isSameShown = (added: string | null, usual: string) =>
  added !== null && formatAmount(added, 2) === formatAmount(usual, 2)

/** Credits tokens to one wallet. The fields are locked while the outcome is unknown. */
export function AddTokensDialog(props: {
  wallet: Wallet
  /** The credit that the dialog was opened to check. */
  checked?: PendingWrite<Credit> | undefined
  /** The purchase that the credit makes good, with the state that it has now. */
  purchase?:
    | {
        record: CreditedPurchase
        state: CreditState
        /** The planned or usual price of its stage, in US dollars for one token. */
        usualPrice: string | null | undefined
        isPlanned: boolean
      }
    | undefined
  /** The payment on chain that the credit makes good: it is dismissed after the credit. */
  payment?: CreditedPayment | undefined
  /** Lets another wallet be entered. */
  onChangeWallet?: (() => void) | undefined
  onClose: () => void
}) {
  const { wallet, purchase, payment, onChangeWallet } = props
  const client = useQueryClient()
  const isMobile = useIsMobile()
  const privacy = usePrivacy()
  const { colours } = useProjects()
  const { data: now = wallet } = useQuery(walletQueries.one(wallet))
  // Its name and its role stay while it is open, also when its own credit changes the state.
  const [isWarned] = useState(purchase?.state === 'warned')
  const transactionId = purchase?.record.id ?? props.checked?.what.body.transaction_id
  const paymentId = payment?.id ?? props.checked?.what.payment_id
  const target = creditTarget(wallet, transactionId, paymentId)
  const { form, isLocked, dialog } = useWriteForm({
    schema: creditFormSchema,
    initial: purchase
      ? creditFormOf(purchase.record)
      : { ...EMPTY_CREDIT, ...(payment && { reason: payment.reason }) },
    drafts: creditDrafts,
    draftId: target,
    extra: { wallet, transactionId, payment },
    toBody: (values): Credit => ({
      wallet,
      body: toManualTransactionCreate(values, transactionId),
      ...(paymentId !== undefined && { payment_id: paymentId }),
    }),
    toForm: ({ body: { tokens, reason } }) => ({ tokens, reason }),
    write: {
      pendingWrites: credits,
      target,
      checked: props.checked,
      send: postCreditOfPayment,
      describeOutcome: (made) => (isWaiting(made) ? 'waits for approval' : undefined),
      onApplied: async (made) => {
        if (isWaiting(made)) {
          void refetch(client, { queryKey: approvalQueries.all })
          return
        }
        await refreshWallet(client, now, made.tokens)
        void refetch(client, { queryKey: walletQueries.one(wallet).queryKey })
        void client.resetQueries({
          queryKey: [manualTransactionCalls.listManualTransactions.path],
        })
      },
      meta: {
        success: (made) => successText(made, privacy),
        failure: 'Error adding user tokens',
        // A refusal may mean that somebody else has credited the purchase.
        invalidates: [
          [transactionDetailsCalls.getTransaction.path],
          ...(paymentId === undefined ? [] : [[listChainPayments.path], [sumProofs.path]]),
        ],
      },
    },
    onClose: props.onClose,
  })
  const { other } = dialog.write
  const tokens = useWatch({ control: form.control, name: 'tokens' })
  const added = parseDecimal(tokens)
  const limit = useApprovalLimit(wallet.project_id)
  const need = approvalNeed(added, limit)
  const usual = purchase && tokensAtPrice(purchase.record.payment_usd_amount, purchase.usualPrice)
  const field = { form, inputSize: 'lg', autoComplete: 'off', readOnly: isLocked } as const
  // While its own credit is being confirmed, the purchase is credited because of it.
  const isOver = !isLocked && purchase !== undefined && !canCredit(purchase.state)

  return (
    <WriteDialog
      {...dialog}
      {...(isWarned
        ? { kind: 'alertdialog', title: 'Credit a pending purchase?' }
        : { title: 'Add Tokens' })}
      verb={need === 'certain' ? 'Send for approval' : 'Add Tokens'}
      busyVerb={need === 'certain' ? 'Sending' : 'Adding Tokens'}
      isReady={!isOver}
      notes={{
        what: 'the tokens were added',
        done: 'added',
        place: <Link href="/manual-transactions">Manual Transactions</Link>,
        promise: 'Checking never adds them twice.',
        other: other && (
          <>
            Another credit of{' '}
            <TokenAmount
              amount={other.write.what.body.tokens}
              unit={wallet.project_id}
              isMasked={privacy}
              isExact
            />{' '}
            to this wallet
          </>
        ),
      }}
    >
      {isWarned && (
        <Notice icon={TriangleAlert}>
          <b>This purchase can still complete; the wallet would then get both.</b>
        </Notice>
      )}
      {isOver && (
        <Notice icon={CircleCheck} tone="ok">
          <b>
            {purchase.state === 'none'
              ? `This purchase is now ${purchase.record.status}.`
              : 'This purchase has been credited in the meantime.'}
          </b>{' '}
          It can’t be credited.
        </Notice>
      )}
      {/* Another credit of the wallet may be the one that is about to be made again. */}
      <PendingCredits wallet={wallet} except={target} />
      <GroupFrame>
        <GroupLabel>Project</GroupLabel>
        <ProjectName name={wallet.project_id} colours={colours} />
      </GroupFrame>
      {transactionId !== undefined && (
        <GroupFrame>
          <GroupLabel>For</GroupLabel>
          <span className="num">Transaction {formatId(transactionId)}</span>
        </GroupFrame>
      )}
      <GroupFrame>
        <GroupLabel>
          Wallet address
          {onChangeWallet && !isLocked && (
            <Button
              size="sm"
              variant="ghost"
              style={{ marginBlock: -6 }}
              onClick={() => {
                creditDrafts.drop(target)
                onChangeWallet()
              }}
            >
              Change wallet
            </Button>
          )}
        </GroupLabel>
        <AddressGroups address={wallet.wallet_address} />
      </GroupFrame>
      <FormText
        {...field}
        name="tokens"
        label="Tokens"
        inputMode="decimal"
        data-autofocus={isMobile ? undefined : true}
        suffix={wallet.project_id}
      />
      {usual != null && purchase?.usualPrice != null && !isSameShown(added, usual) && (
        <UsualAmount
          price={purchase.usualPrice}
          isPlanned={purchase.isPlanned}
          tokens={usual}
          unit={wallet.project_id}
          isMasked={privacy}
          isDisabled={isLocked}
          onUse={() => form.setValue('tokens', usual, { shouldValidate: true, shouldDirty: true })}
        />
      )}
      <FormTextArea
        form={form}
        readOnly={isLocked}
        name="reason"
        label="Reason"
        hint="At least 4 characters. Kept with the transaction."
      />
      <CreditResult
        balance={now.total_tokens}
        added={added}
        isTyped
        unit={wallet.project_id}
        isMasked={privacy}
      />
      <ApprovalNote need={need} limit={limit} unit={wallet.project_id} isMasked={privacy} />
    </WriteDialog>
  )
}
