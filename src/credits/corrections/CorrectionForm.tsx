import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import type { ApprovalNeed } from '#src/credits/approval-limit.ts'
import { ApprovalNote } from '#src/credits/ApprovalNote.tsx'
import { formatDecimal } from '#src/domain/sale/record-formats.ts'
import { CHECKSUM_ERROR, hasValidChecksum } from '#src/domain/sale/wallet-checksum.ts'
import { usePrivacy } from '#src/state/privacy.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import type { Approval } from '#src/wire/approval.ts'
import { transactionDetailsCalls } from '#src/wire/transaction-details.ts'
import { walletDetailsCalls } from '#src/wire/wallet-details.ts'
import { FormText, FormTextArea } from '#src/writes/form-fields.tsx'
import type { PendingWrite } from '#src/writes/pending-writes.ts'
import { useWriteForm } from '#src/writes/use-write-form.ts'
import { WriteDialog } from '#src/writes/WriteDialog.tsx'
import { applyCorrection } from './apply-correction.ts'
import { CORRECTION_TEXTS } from './correction-texts.ts'
import {
  correctionDrafts,
  correctionFormSchema,
  corrections,
  correctionTarget,
  EMPTY_CORRECTION,
  postCorrection,
  toCorrection,
  type Correction,
  type CorrectionSubject,
} from './correction.ts'

/** Shown instead of a success: nothing has changed yet. */
function waitingText({ tokens, project_id: project, kind }: Approval, isMasked: boolean): string {
  const amount =
    isMasked || kind === 'successor' ? '' : ` of ${formatDecimal(tokens, 2)} ${project}`
  return `Waits for approval: a second person has to approve this correction${amount}.`
}

export interface CorrectionFormProps {
  subject: CorrectionSubject
  /** The correction that the dialog was opened to check. */
  checked?: PendingWrite<Correction> | undefined
  /** A wallet's present successor. */
  current?: string | null
  /** What the correction changes. */
  effect: ReactNode
  /** Below the reason: amounts before and after. */
  result?: ReactNode
  /** Whether all of that is known and the correction is possible. */
  isReady: boolean
  need: ApprovalNeed
  limit: string | null | undefined
  /** Where the record is shown. */
  place: ReactNode
  onClose: () => void
}

/** The dialog of a correction: what it changes, its reason, and whether it waits for a second person. */
export function CorrectionForm(props: CorrectionFormProps) {
  const { subject, current = null, need } = props
  const { kind } = subject
  const texts = CORRECTION_TEXTS[kind]
  const client = useQueryClient()
  const isMobile = useIsMobile()
  const privacy = usePrivacy()
  const target = correctionTarget(subject)
  const { form, isLocked, dialog } = useWriteForm({
    schema: correctionFormSchema(subject, current),
    initial: EMPTY_CORRECTION,
    drafts: correctionDrafts,
    draftId: target,
    extra: { subject },
    toBody: (values) => toCorrection(subject, values),
    toForm: ({ reason, successor }) => ({ reason, successor: successor ?? '' }),
    write: {
      pendingWrites: corrections,
      target,
      checked: props.checked,
      send: postCorrection,
      describeOutcome: (made) => (made.is === 'waiting' ? 'waits for approval' : undefined),
      onApplied: (made) => applyCorrection(client, made),
      meta: {
        success: (made) =>
          made.is === 'waiting' ? waitingText(made.approval, privacy) : texts.success,
        failure: texts.failure,
        // A refusal may mean that somebody else has changed the record.
        invalidates: [
          [transactionDetailsCalls.getTransaction.path],
          [walletDetailsCalls.getWallet.path],
        ],
      },
    },
    onClose: props.onClose,
  })
  const { other } = dialog.write
  const successor = useWatch({ control: form.control, name: 'successor' }).trim()
  const isRemoval = kind === 'successor' && current !== null && successor === ''
  const verb = isRemoval ? 'Remove successor' : texts.verb
  const focus = isMobile ? {} : { 'data-autofocus': true }
  return (
    <WriteDialog
      {...dialog}
      title={texts.title}
      verb={need === 'certain' ? 'Send for approval' : verb}
      busyVerb={need === 'certain' ? 'Sending' : texts.busyVerb}
      isReady={props.isReady || isLocked}
      notes={{
        what: texts.what,
        done: texts.done,
        place: props.place,
        promise: 'Checking never does it twice.',
        other: other && (
          <>
            {texts.other} with the reason “{other.write.what.reason}”
          </>
        ),
      }}
    >
      {props.effect}
      {kind === 'successor' && (
        <FormText
          form={form}
          {...focus}
          name="successor"
          label="New wallet"
          hint={
            hasValidChecksum(successor)
              ? current === null
                ? 'An address of the same buyer.'
                : 'Empty the field to have no successor.'
              : CHECKSUM_ERROR
          }
          inputSize="lg"
          isMono
          autoComplete="off"
          spellCheck={false}
          placeholder="0x…"
          readOnly={isLocked}
        />
      )}
      <FormTextArea
        form={form}
        {...(kind === 'successor' ? {} : focus)}
        name="reason"
        label="Reason"
        hint="At least 4 characters. Kept with the record."
        readOnly={isLocked}
      />
      {props.result}
      <ApprovalNote
        need={need}
        limit={props.limit}
        unit={subject.project_id}
        isMasked={privacy}
        isAlways={kind === 'successor'}
      />
    </WriteDialog>
  )
}
