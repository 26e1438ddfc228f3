import { creditOf } from '#src/credits/purchase-credit.ts'
import {
  asSentence,
  canCredit,
  creditState,
  describeOutcome,
  isLost,
  reasonOf,
  type CreditState,
} from '#src/domain/sale/purchase-status.ts'
import type { TransactionDetails } from '#src/wire/transaction-details.ts'
import type { Transaction } from '#src/wire/transactions.ts'

const PRICE_DIGITS = 4

/**
 * What one token cost in USD, to four digits: "0.02400" reads "0.024". Null where the amounts are
 * not known.
 */
export function priceOf(usd: string | null, tokens: string | null): string | null {
  const price = Number(usd) / Number(tokens)
  if (usd === null || tokens === null || !Number.isFinite(price) || price === 0) return null
  return price.toLocaleString('en-US', {
    maximumSignificantDigits: PRICE_DIGITS,
    useGrouping: true,
  })
}

/** "with key Site", or "by an import". */
export function receivedBy({ key_name: key }: { key_name: string | null }): string {
  return key === null ? 'by an import' : `with key ${key}`
}

/** When the purchase got its present status; null where that was not recorded. */
export function statusSince({ transaction, history }: TransactionDetails): string | null {
  const last = history.at(-1)
  return last?.status === transaction.status && history.length > 1 ? last.at : null
}

/** Whether changes of the status may have happened before they were recorded. */
export function isHistoryPartial({ transaction, history_since: since }: TransactionDetails) {
  return Date.parse(transaction.created_at) < Date.parse(since)
}

export const stateOf = ({ transaction, credits }: TransactionDetails): CreditState =>
  creditState(transaction.status, creditOf(credits) !== undefined)

export const NOT_CREDITABLE = 'Only a purchase that did not complete can be credited.'

/** Why a purchase can't be credited; undefined where it can. */
export function creditRefusal(state: CreditState): string | undefined {
  if (canCredit(state)) return undefined
  return state === 'none' ? NOT_CREDITABLE : 'This purchase was credited before.'
}

export interface PurchaseNotice {
  tone: 'info' | 'bad' | 'ok' | 'plain'
  /** The first sentence. */
  title: string
  /** The rest. */
  text: string
}

/** What happened to a purchase, if that needs a notice. The credit stands in its own sentence. */
export function noticeOf(details: TransactionDetails): PurchaseNotice | null {
  const { transaction } = details
  const { status } = transaction
  const state = stateOf(details)
  const title = asSentence(`This purchase ${describeOutcome(transaction)}`)
  if (state === 'twice') {
    return {
      tone: 'bad',
      title: 'Credited and completed.',
      text: 'The wallet got the tokens twice: by the purchase, and by',
    }
  }
  if (state === 'credited') {
    return { tone: 'ok', title, text: 'It was made good by' }
  }
  if (isLost(status)) {
    return {
      tone: status === 'failed' ? 'bad' : 'plain',
      title,
      text: 'The wallet got no tokens.',
    }
  }
  if (canCredit(state) && reasonOf(transaction) !== '') return { tone: 'info', title, text: '' }
  return status === 'refunded' ? { tone: 'plain', title, text: '' } : null
}

/** Beside the bonuses of a voided purchase. */
export const VOIDED_BONUSES = 'The purchase was voided: these bonuses do not count.'

/** Whether a purchase counts in the figures and in allocations. */
export const doesCount = ({ status, voided }: Pick<Transaction, 'status' | 'voided'>) =>
  status === 'completed' && voided == null
