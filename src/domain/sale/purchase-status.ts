import type { TransactionDetails } from '#src/wire/transaction-details.ts'

/** What happened to a purchase, as far as a sentence needs it. */
type Outcome = Pick<TransactionDetails['transaction'], 'status' | 'status_reason'>

/** Whether a purchase can still complete. */
export const isUnderWay = (status: string) => status === 'pending' || status === 'processing'

/** Whether a purchase has ended without tokens. */
export const isLost = (status: string) => status === 'failed' || status === 'expired'

/**
 * Whether a purchase can be credited. `warned`: it can still complete. `credited`: it was, and a
 * second credit is refused. `twice`: it was, and has completed all the same.
 */
export type CreditState = 'none' | 'open' | 'warned' | 'credited' | 'twice'

export function creditState(status: string, isCredited: boolean): CreditState {
  if (isCredited) return status === 'completed' ? 'twice' : 'credited'
  if (isLost(status)) return 'open'
  return isUnderWay(status) ? 'warned' : 'none'
}

/** Whether `creditState` allows a credit. */
export const canCredit = (state: CreditState) => state === 'open' || state === 'warned'

/** Why a purchase has its status, without a full stop; empty where that is not known. */
export const reasonOf = ({ status_reason: reason }: Outcome) =>
  reason?.trim().replace(/\.$/, '') ?? ''

/** The end of a sentence about a purchase: "failed: Reverted on chain", "is pending". */
export function describeOutcome(purchase: Outcome): string {
  const { status } = purchase
  const verb = isLost(status) ? status : status === 'refunded' ? 'was refunded' : `is ${status}`
  const reason = reasonOf(purchase)
  return reason === '' ? verb : `${verb}: ${reason}`
}

/** The text as a sentence with its full stop. */
export function asSentence(text: string): string {
  const trimmed = text.trim()
  return /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`
}
