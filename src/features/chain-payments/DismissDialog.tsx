import { useSnapshot } from 'valtio'
import { formatInstant } from '#src/domain/sale/record-formats.ts'
import { shortAddress } from '#src/domain/text/text.ts'
import { filters } from '#src/state/filters.ts'
import { styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import { chainPaymentCalls, type ChainPayment } from '#src/wire/chain-payments.ts'
import { FormText } from '#src/writes/form-fields.tsx'
import { useWriteForm } from '#src/writes/use-write-form.ts'
import { WriteDialog } from '#src/writes/WriteDialog.tsx'
import {
  dismissalDrafts,
  dismissals,
  dismissFormSchema,
  EMPTY_DISMISSAL,
  postDismissal,
} from './dismiss-form.ts'
import { PaidAmount } from './payment-cells.tsx'
import { chainName } from './payment-text.ts'

const { listChainPayments, sumProofs } = chainPaymentCalls

const Rows = styled('dl')`
  font-variant-numeric: tabular-nums;
  & > div {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 16px;
    padding: 4px 0;
  }
  & dt {
    color: var(--text-2);
  }
  & dd {
    min-width: 0;
    text-align: end;
  }
`

/** Takes a payment off the open ones, with a reason. */
export function DismissDialog(props: { payment: ChainPayment; onClose: () => void }) {
  const { payment, onClose } = props
  const { id } = payment
  const { privacy } = useSnapshot(filters)
  const isMobile = useIsMobile()
  const { form, isLocked, dialog } = useWriteForm({
    schema: dismissFormSchema,
    initial: EMPTY_DISMISSAL,
    drafts: dismissalDrafts,
    draftId: id,
    extra: {},
    toBody: ({ reason }) => ({ id, reason: reason.trim() }),
    toForm: ({ reason }) => ({ reason }),
    write: {
      pendingWrites: dismissals,
      target: id,
      send: postDismissal,
      onApplied: () => undefined,
      meta: {
        success: 'Successfully dismissed payment',
        failure: 'Error dismissing payment',
        // A refusal may mean that it is not open any more.
        invalidates: [[listChainPayments.path], [sumProofs.path]],
      },
    },
    onClose,
  })
  const { other } = dialog.write
  return (
    <WriteDialog
      {...dialog}
      kind="alertdialog"
      title="Dismiss this payment?"
      verb="Dismiss"
      busyVerb="Dismissing"
      notes={{
        what: 'the payment was dismissed',
        done: 'dismissed',
        place: 'the dismissed payments',
        promise: 'Checking never does it twice.',
        other: other && <>This payment, with the reason “{other.write.what.reason}”</>,
      }}
    >
      <Rows>
        <div>
          <dt>Payment</dt>
          <dd>
            <PaidAmount payment={payment} isMasked={privacy} />, {chainName(payment)}
          </dd>
        </div>
        <div>
          <dt>From</dt>
          <dd className="mono" title={payment.payer}>
            {shortAddress(payment.payer)}
          </dd>
        </div>
        <div>
          <dt>Time</dt>
          <dd>{formatInstant(payment.at)}</dd>
        </div>
      </Rows>
      <p>It leaves the open list and stays under Dismissed, with your reason.</p>
      <FormText
        form={form}
        name="reason"
        label="Reason"
        inputSize="lg"
        autoComplete="off"
        data-autofocus={isMobile ? undefined : true}
        readOnly={isLocked}
      />
    </WriteDialog>
  )
}
