import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { shortAddress } from '#src/domain/text/text.ts'
import { styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import { allocationListCalls, type AllocationList } from '#src/wire/allocation-lists.ts'
import { MAX_REASON_LENGTH } from '#src/wire/manual-transactions.ts'
import { FormTextArea } from '#src/writes/form-fields.tsx'
import { useWriteForm } from '#src/writes/use-write-form.ts'
import { WriteDialog } from '#src/writes/WriteDialog.tsx'
import { refetchCompared, showList } from './list-queries.ts'
import {
  EMPTY_WITHDRAWAL,
  postWithdrawal,
  withdrawalDrafts,
  withdrawals,
  withdrawFormSchema,
} from './withdraw-form.ts'

const Count = styled('span')`
  display: block;
  text-align: end;
  font-variant-numeric: tabular-nums;
`

/** Withdraws a list, with a reason that everybody sees. */
export function WithdrawDialog({ list, onClose }: { list: AllocationList; onClose: () => void }) {
  const { id, number } = list
  const client = useQueryClient()
  const isMobile = useIsMobile()
  const { form, isLocked, dialog } = useWriteForm({
    schema: withdrawFormSchema,
    initial: EMPTY_WITHDRAWAL,
    drafts: withdrawalDrafts,
    draftId: id,
    extra: {},
    toBody: ({ reason }) => ({ id, reason: reason.trim() }),
    toForm: ({ reason }) => ({ reason }),
    write: {
      pendingWrites: withdrawals,
      target: id,
      send: postWithdrawal,
      onApplied: (made) => {
        showList(client, made)
        refetchCompared(client)
      },
      meta: {
        success: `List ${number} is withdrawn`,
        failure: `List ${number} was not withdrawn`,
        // A refusal may mean that somebody else has withdrawn it.
        invalidates: [[allocationListCalls.listAllocationLists.path]],
      },
    },
    onClose,
  })
  const { other } = dialog.write
  const { length } = useWatch({ control: form.control, name: 'reason' })
  return (
    <WriteDialog
      {...dialog}
      kind="alertdialog"
      title={`Withdraw list ${number}?`}
      verb="Withdraw"
      busyVerb="Withdrawing"
      isDanger
      notes={{
        what: 'the list was withdrawn',
        done: 'withdrawn',
        place: 'the lists',
        promise: 'Checking never does it twice.',
        other: other && <>This list, with the reason “{other.write.what.reason}”</>,
      }}
    >
      <p>
        List {number} stays readable and is marked as withdrawn everywhere. If it was handed out,
        tell those who have it
        {list.root !== null && (
          <>
            : its root is <b className="mono">{shortAddress(list.root)}</b>
          </>
        )}
        . This cannot be undone.
      </p>
      <FormTextArea
        form={form}
        name="reason"
        label="Reason"
        data-autofocus={!isMobile}
        hint={
          <Count>
            {length} of {MAX_REASON_LENGTH}
          </Count>
        }
        readOnly={isLocked}
      />
    </WriteDialog>
  )
}
