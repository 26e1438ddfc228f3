import * as z from 'zod/mini'
import { send } from '#src/api/http.ts'
import { chainPaymentCalls, type ChainPayment } from '#src/wire/chain-payments.ts'
import { reasonSchema } from '#src/wire/manual-transactions.ts'
import { draftsOf } from '#src/writes/drafts.ts'
import type { SendWrite } from '#src/writes/idempotent-write.ts'
import { pendingWritesOf } from '#src/writes/pending-writes.ts'
import type { FormDraft } from '#src/writes/use-draft-form.ts'

export const dismissFormSchema = z.object({ reason: reasonSchema })
type DismissForm = z.infer<typeof dismissFormSchema>
export const EMPTY_DISMISSAL: DismissForm = { reason: '' }

const dismissalSchema = z.object({ id: z.string(), reason: z.string() })
/** A dismissal to send, as devices store it. */
type Dismissal = z.infer<typeof dismissalSchema>

/** By the id of the payment. */
export const dismissals = pendingWritesOf('chain-payment-dismissal', dismissalSchema)
export const dismissalDrafts = draftsOf<FormDraft<DismissForm>>()

export const postDismissal: SendWrite<Dismissal, ChainPayment> = ({ key, what }, timeoutMs) =>
  send(
    chainPaymentCalls.dismissChainPayment,
    { params: { id: what.id }, body: { reason: what.reason }, idempotencyKey: key },
    { timeoutMs },
  )
