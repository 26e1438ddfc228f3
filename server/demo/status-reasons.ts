import type { TransactionStatus } from '#src/wire/transactions.ts'

const REASONS: Readonly<Partial<Record<TransactionStatus, readonly string[]>>> = {
  failed: [
    'Reverted by the network: not enough gas',
    'The payment was less than the minimum of 10 USD',
    'The payment arrived on another network',
    'Slippage was higher than 2 percent',
    'The provider of the payment declined it',
  ],
  expired: [
    'No payment arrived within 30 minutes',
    'The payment arrived after the price had expired',
    'The buyer closed the payment window',
  ],
  refunded: ['Refunded at the request of the buyer', 'Paid twice; the second payment was refunded'],
}

/**
 * A reason for a status; null for a status that needs none.
 * @param key decides which one: the same key always gives the same reason
 */
export function statusReason(status: TransactionStatus, key: string): string | null {
  const reasons = REASONS[status] ?? []
  const sum = [...key].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return reasons[sum % reasons.length] ?? null
}
