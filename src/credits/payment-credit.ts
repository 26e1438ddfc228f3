import { ApiError, send } from '#src/api/http.ts'
import { chainPaymentCalls } from '#src/wire/chain-payments.ts'
import type { CreditResponse } from '#src/wire/manual-transactions.ts'
import type { SendWrite } from '#src/writes/idempotent-write.ts'
import { postCredit, type Credit } from './credit-form.ts'

/** A credit as the server has it; of a payment that could not be dismissed, that it is open. */
export type Credited = CreditResponse & { isPaymentOpen?: true }

/** Whether a second person has to approve the credit before it is one. */
export const isWaiting = (
  made: CreditResponse,
): made is Extract<CreditResponse, { approval: unknown }> => 'approval' in made

/** The reason with which a payment is dismissed after a credit. */
export const creditedReason = (creditId: string) => `Credited as ${creditId}`

const CONFLICT = 409

/**
 * Sends a credit, and dismisses the payment that it makes good. The key of the dismissal comes from that
 * of the credit: a check that confirms the credit later dismisses the payment too, once.
 */
export const postCreditOfPayment: SendWrite<Credit, Credited> = async (write, timeoutMs) => {
  const made = await postCredit(write, timeoutMs)
  const { payment_id: id } = write.what
  if (id === undefined || isWaiting(made)) return made
  try {
    await send(chainPaymentCalls.dismissChainPayment, {
      params: { id },
      body: { reason: creditedReason(made.id) },
      idempotencyKey: `${write.key}-dismiss`,
    })
    return made
  } catch (error) {
    // A purchase has matched it, or somebody has dismissed it: it is not open either.
    if (error instanceof ApiError && error.status === CONFLICT) return made
    return { ...made, isPaymentOpen: true }
  }
}
