import { trimDecimal } from '#src/domain/money/decimals.ts'
import { describeOutcome } from '#src/domain/sale/purchase-status.ts'
import { formatId } from '#src/domain/sale/record-formats.ts'
import type { ManualTransaction } from '#src/wire/manual-transactions.ts'
import type { TransactionDetails } from '#src/wire/transaction-details.ts'
import type { CreditForm } from './credit-form.ts'

/** A purchase that a credit makes good. */
export type CreditedPurchase = Pick<
  TransactionDetails['transaction'],
  'id' | 'status' | 'status_reason' | 'tokens_bought'
>

/** The credit form for a purchase: its tokens where they are known, and what happened to it. */
export function creditFormOf(purchase: CreditedPurchase): CreditForm {
  const { tokens_bought: tokens } = purchase
  return {
    tokens: tokens === null ? '' : trimDecimal(tokens),
    reason: `Transaction ${formatId(purchase.id)} ${describeOutcome(purchase)}`,
  }
}

/** The credit that made a purchase good; undefined without one. */
export const creditOf = (credits: readonly ManualTransaction[]) => credits[0]
