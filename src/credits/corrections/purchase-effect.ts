import { addDecimals, isZeroDecimal } from '#src/domain/money/decimals.ts'
import type { TransactionDetails } from '#src/wire/transaction-details.ts'

/** What a wallet loses by a void, and gets back when the purchase is restored. Exact decimals. */
export interface WalletEffect {
  address: string
  /** What the purchase bought; zero for the wallets of its referrers. */
  tokens: string
  /** All its bonuses for the purchase. */
  bonus: string
}

export interface PurchaseEffect {
  /** US dollars, of the day of `at`; null where the purchase has none. */
  usd: string | null
  /** When it was made: figures go by that. */
  at: string
  /** The buyer first. Wallets that neither lose nor gain are left out. */
  wallets: readonly WalletEffect[]
  /** US dollars of referral payouts, which were paid and stay. */
  payouts: string
}

type Part = Pick<TransactionDetails, 'transaction' | 'bonuses' | 'payouts'>

/** What a purchase adds to figures and wallets while it counts; null: it adds nothing by its status. */
export function purchaseEffect({ transaction, bonuses, payouts }: Part): PurchaseEffect | null {
  if (transaction.status !== 'completed') return null
  const buyer = transaction.wallet_address.toLowerCase()
  const wallets = new Map<string, WalletEffect>([
    [
      buyer,
      { address: transaction.wallet_address, tokens: transaction.tokens_bought ?? '0', bonus: '0' },
    ],
  ])
  for (const { wallet_address: address, bonus_token_amount: amount } of bonuses) {
    const key = address.toLowerCase()
    const wallet = wallets.get(key) ?? { address, tokens: '0', bonus: '0' }
    wallets.set(key, { ...wallet, bonus: addDecimals(wallet.bonus, amount) })
  }
  return {
    usd: transaction.payment_usd_amount,
    at: transaction.created_at,
    wallets: [...wallets.values()].filter(
      ({ tokens, bonus }) => !isZeroDecimal(tokens) || !isZeroDecimal(bonus),
    ),
    payouts: addDecimals(...payouts.map((payout) => payout.amount_before_gas)),
  }
}

/** All tokens of a purchase with its bonuses, at any status: what the limit for approvals goes by. */
export const tokensOf = ({ transaction, bonuses }: Part): string =>
  addDecimals(transaction.tokens_bought ?? '0', ...bonuses.map((bonus) => bonus.bonus_token_amount))
