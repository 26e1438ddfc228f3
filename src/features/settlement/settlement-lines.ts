import {
  addDecimals,
  isZeroDecimal,
  negateDecimal,
  subtractDecimal,
} from '#src/domain/money/decimals.ts'
import type { Settlement } from '#src/wire/settlement.ts'
import { feeText, liquidityText } from './settlement-text.ts'

/** The purchases behind a line, as filters of their list; or the project's terms. */
export type LineRows =
  | {
      is: 'purchases'
      status: 'completed' | 'refunded'
      /** Further parameters of the list, by name. */
      values?: Readonly<Record<string, readonly string[]>>
    }
  | { is: 'terms' }

/** What a line is, or how many records it adds up: "814 payouts, before gas". */
export type LineNote = string | { count: number; one: string; many: string; more?: string }

/** A line with an amount in dollars, negative where it goes away. */
export interface SettlementLine {
  name: string
  note?: LineNote
  usd: string
  /** Nothing to show where it is missing. */
  rows?: LineRows
}

/**
 * What the rounded amounts of the payment tokens lack for the rounded total, in dollars; null if they
 * add up.
 */
export function tokenRounding({ by_token, gross_usd }: Settlement): string | null {
  const rest = subtractDecimal(gross_usd, addDecimals(...by_token.map(({ usd }) => usd)))
  return isZeroDecimal(rest) ? null : rest
}

/** The name of a payment token; purchases without one are of "Unknown". */
export const tokenName = (name: string) => (name === '' ? 'Unknown' : name)

/** Where the purchases went, from top to bottom: the lines add up to the last one. */
export function whereItWent(figures: Settlement): readonly SettlementLine[] {
  // The settings have only the present terms, which do not explain a line that had several.
  const link: { rows?: LineRows } =
    figures.applied_terms.length > 1 ? {} : { rows: { is: 'terms' } }
  return [
    {
      name: 'Completed purchases',
      usd: figures.gross_usd,
      rows: { is: 'purchases', status: 'completed' },
    },
    {
      name: 'Fees',
      note: feeText(figures),
      usd: negateDecimal(figures.fees_usd),
      ...link,
    },
    {
      name: 'Liquidity',
      note: liquidityText(figures),
      usd: negateDecimal(figures.liquidity_usd),
      ...link,
    },
    {
      name: 'Referral payouts',
      note: { count: figures.payouts, one: 'payout', many: 'payouts', more: ', before gas' },
      usd: negateDecimal(figures.payouts_usd),
    },
    { name: 'Rounding', note: 'each line is rounded once', usd: figures.rounding_usd },
    { name: 'Remaining', usd: figures.remaining_usd },
  ]
}
