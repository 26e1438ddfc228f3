import { divideDecimal, isDecimal, isZeroDecimal, trimDecimal } from '#src/domain/money/decimals.ts'
import { describeOutcome } from '#src/domain/sale/purchase-status.ts'
import { formatId } from '#src/domain/sale/record-formats.ts'
import type { ManualTransaction } from '#src/wire/manual-transactions.ts'
import type { TransactionDetails } from '#src/wire/transaction-details.ts'
import type { CreditForm } from './credit-form.ts'

/** A purchase that a credit makes good. */
export type CreditedPurchase = Pick<
  TransactionDetails['transaction'],
  'id' | 'status' | 'status_reason' | 'tokens_bought' | 'payment_usd_amount'
>

/** The credit form for a purchase: its tokens where they are known, and what happened to it. */
export function creditFormOf(purchase: CreditedPurchase): CreditForm {
  const { tokens_bought: tokens } = purchase
  return {
    tokens: tokens === null ? '' : trimDecimal(tokens),
    reason: `Transaction ${formatId(purchase.id)} ${describeOutcome(purchase)}`,
  }
}

/**
 * The tokens that a payment would have bought at a price, rounded down to 18 places: an offer, which
 * the person takes or not. Null where the payment or the price is not known, or is zero.
 * @param usd what was paid, a decimal of US dollars
 * @param price US dollars for one token
 */
export function tokensAtPrice(usd: string | null, price: string | null | undefined): string | null {
  if (usd === null || price == null || !isDecimal(usd) || !isDecimal(price)) return null
  if (isZeroDecimal(usd) || isZeroDecimal(price)) return null
  const tokens = divideDecimal(usd, price)
  return isDecimal(tokens) && !isZeroDecimal(tokens) ? tokens : null
}

/** "Credited by a@b.example, approved by c@d.example", as far as both are known; empty without them. */
export function creditedBy({ authorizer, approved_by: approver }: ManualTransaction): string {
  if (authorizer === null) return approver ? `Approved by ${approver}` : ''
  return `Credited by ${authorizer}${approver ? `, approved by ${approver}` : ''}`
}

/** The credit that made a purchase good; undefined without one. A reversed one did not. */
export const creditOf = (credits: readonly ManualTransaction[]) =>
  credits.find(({ reversed }) => reversed == null)
