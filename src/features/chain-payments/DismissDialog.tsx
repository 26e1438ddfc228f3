import { usePrivacy } from '#src/state/privacy.ts'
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
import { PaymentFacts } from './PaymentFacts.tsx'

const { listChainPayments, sumProofs } = chainPaymentCalls

/** Takes a payment off the open ones, with a reason. */
export function DismissDialog(props: { payment: ChainPayment; onClose: () => void }) {
  const { payment, onClose } = props
  const { id } = payment
  const privacy = usePrivacy()
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
      <PaymentFacts payment={payment} isMasked={privacy} />
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
