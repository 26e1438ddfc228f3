import * as z from 'zod/mini'
import { send } from '#src/api/http.ts'
import { allocationListCalls, type AllocationList } from '#src/wire/allocation-lists.ts'
import { reasonSchema } from '#src/wire/manual-transactions.ts'
import { draftsOf } from '#src/writes/drafts.ts'
import type { SendWrite } from '#src/writes/idempotent-write.ts'
import { pendingWritesOf } from '#src/writes/pending-writes.ts'
import type { FormDraft } from '#src/writes/use-draft-form.ts'

export const withdrawFormSchema = z.object({ reason: reasonSchema })
export type WithdrawForm = z.infer<typeof withdrawFormSchema>
export const EMPTY_WITHDRAWAL: WithdrawForm = { reason: '' }

const withdrawalSchema = z.object({ id: z.string(), reason: z.string() })
/** A withdrawal to send, as devices store it. */
export type Withdrawal = z.infer<typeof withdrawalSchema>

/** By the id of the list. */
export const withdrawals = pendingWritesOf('allocation-list-withdrawal', withdrawalSchema)
export const withdrawalDrafts = draftsOf<FormDraft<WithdrawForm>>()

export const postWithdrawal: SendWrite<Withdrawal, AllocationList> = ({ key, what }, timeoutMs) =>
  send(
    allocationListCalls.withdrawAllocationList,
    { params: { id: what.id }, body: { reason: what.reason }, idempotencyKey: key },
    { timeoutMs },
  )
