import { trimDecimal } from '#src/domain/decimals.ts'
import { formatId } from '#src/domain/record-formats.ts'
import type { ManualTransaction } from '#src/wire/manual-transactions.ts'
import type { TransactionDetails } from '#src/wire/transaction-details.ts'
import type { CreditForm } from './credit-form.ts'

/** A purchase that a credit makes good. */
export type CreditedPurchase = Pick<
  TransactionDetails['transaction'],
  'id' | 'status' | 'status_reason' | 'tokens_bought'
>

/**
 * Whether a purchase can be credited. `warned`: it can still complete. `credited`: it was, and a
 * second credit is refused. `twice`: it was, and has completed all the same.
 */
export type CreditState = 'none' | 'open' | 'warned' | 'credited' | 'twice'

const OPEN = new Set(['failed', 'expired'])
const UNDER_WAY = new Set(['pending', 'processing'])

export function creditState(status: string, isCredited: boolean): CreditState {
  if (isCredited) return status === 'completed' ? 'twice' : 'credited'
  if (OPEN.has(status)) return 'open'
  return UNDER_WAY.has(status) ? 'warned' : 'none'
}

/** Whether `creditState` allows a credit. */
export const canCredit = (state: CreditState) => state === 'open' || state === 'warned'

const VERBS: Record<string, string> = { failed: 'failed', expired: 'expired' }

/** What a purchase is like, as a sentence without its end: "Purchase 48,197 failed: reverted". */
export function describePurchase({ id, status, status_reason: reason }: CreditedPurchase): string {
  const text = `Purchase ${formatId(id)} ${VERBS[status] ?? `is ${status}`}`
  const why = reason?.trim().replace(/\.$/, '') ?? ''
  return why === '' ? text : `${text}: ${why}`
}

/** The credit form for a purchase: its tokens where they are known, and what happened to it. */
export function creditFormOf(purchase: CreditedPurchase): CreditForm {
  const { tokens_bought: tokens } = purchase
  return {
    tokens: tokens === null ? '' : trimDecimal(tokens),
    reason: describePurchase(purchase),
  }
}

/** The credit that made a purchase good; undefined without one. */
export const creditOf = (credits: readonly ManualTransaction[]) => credits[0]
