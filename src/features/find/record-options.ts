import { ContactRound, ReceiptText, TicketPercent, Wallet as WalletIcon } from 'lucide-react'
import { percentText } from '#src/domain/money/decimals.ts'
import { formatCount } from '#src/domain/money/money.ts'
import { codeState } from '#src/domain/sale/code-state.ts'
import {
  formatAmount,
  formatDay,
  formatLastUse,
  formatPaid,
} from '#src/domain/sale/record-formats.ts'
import { mask } from '#src/domain/text/mask.ts'
import { pluralize, shortAddress } from '#src/domain/text/text.ts'
import type { RecordKind } from '#src/records/cells/RecordLink.tsx'
import type { BonusCode } from '#src/wire/bonus-codes.ts'
import type { Lead } from '#src/wire/leads.ts'
import type { Transaction } from '#src/wire/transactions.ts'
import { matchedRange } from './emphasis.ts'
import type { FindOption, OptionFact } from './find-option.ts'
import { idOf, titleOf, type FoundRecord, type RecordOf } from './found-record.ts'

/** What the options of all records depend on. */
export interface OptionContext {
  now: Date
  /** In privacy mode. */
  isMasked: boolean
  /** Shorter words. */
  isMobile: boolean
  /** The record's page; null where the server has none. */
  hrefOf: (kind: RecordKind, projectId: string, id: string) => string | null
  /** The text whose letters are emphasised. */
  typed: string
}

/** Shown in the group of its kind; the facts then do not name the kind. */
type Place = 'kind' | 'recent'

const ICONS = {
  wallet: WalletIcon,
  transaction: ReceiptText,
  bonus_code: TicketPercent,
  lead: ContactRound,
}
const KIND_NAMES = {
  wallet: 'Wallet',
  transaction: 'Transaction',
  bonus_code: 'Bonus code',
  lead: 'Lead',
}

const searchHref = (path: string, params: Record<string, string>) =>
  `${path}?${new URLSearchParams(params).toString()}`

/** The list that finds the record, on a server that has no page of it. */
function listHrefOf({ kind, detail }: FoundRecord): string {
  switch (kind) {
    case 'wallet':
      return searchHref('/users', { walletAddress: detail.wallet_address })
    case 'transaction':
      return detail.transaction_hash === null
        ? searchHref('/transactions', { walletAddress: detail.wallet_address })
        : searchHref('/transactions', { hash: detail.transaction_hash })
    case 'bonus_code':
      return '/bonus-codes'
    case 'lead':
      return '/leads'
  }
}

export function recordHref(record: FoundRecord, { hrefOf }: OptionContext): string {
  return hrefOf(record.kind, record.detail.project_id, idOf(record)) ?? listHrefOf(record)
}

/** A record as an option of the list: its name and the facts that distinguish it from others. */
export function recordOption(
  record: FoundRecord,
  context: OptionContext,
  place: Place = 'kind',
): FindOption {
  const { kind, detail } = record
  const title = titleOf(record)
  const id = idOf(record)
  const range = kind === 'bonus_code' || kind === 'lead' ? matchedRange(title, context.typed) : null
  const facts = factsOf(record, context, place)
  return {
    key: `${place} ${kind} ${detail.project_id} ${id}`,
    icon: ICONS[kind],
    title,
    ...(title.startsWith('0x') ? { shortTitle: shortAddress(title) } : {}),
    isMono: kind === 'bonus_code' || title.startsWith('0x'),
    ...(range === null ? {} : { ranges: [range] }),
    facts: place === 'recent' ? [KIND_NAMES[kind], ...facts] : facts,
    ...(kind === 'bonus_code' && place === 'kind' ? { state: codeState(detail, context.now) } : {}),
    ...(kind === 'transaction' ? { marked: detail } : {}),
    project: detail.project_id,
    ...(kind === 'transaction' || kind === 'lead' ? { at: Date.parse(detail.created_at) } : {}),
    target: { href: recordHref(record, context) },
    recent: { kind, projectId: detail.project_id, id, title },
  }
}

/** A purchase of a wallet that the other options name: its status stands for its name. */
export function purchaseOption(transaction: Transaction, context: OptionContext): FindOption {
  const option = recordOption({ kind: 'transaction', detail: transaction }, context)
  return {
    ...option,
    key: `of-wallet ${option.key}`,
    status: transaction.status,
    facts: paymentFacts(transaction, context),
  }
}

function factsOf(record: FoundRecord, context: OptionContext, place: Place): OptionFact[] {
  switch (record.kind) {
    case 'wallet':
      return walletFacts(record, context, place)
    case 'transaction':
      return [record.detail.status, ...paymentFacts(record.detail, context)]
    case 'bonus_code':
      return codeFacts(record.detail, context)
    case 'lead':
      return leadFacts(record.detail)
  }
}

function walletFacts(
  { detail }: RecordOf<'wallet'>,
  { isMasked, isMobile }: OptionContext,
  place: Place,
): OptionFact[] {
  const figure = isMasked ? mask('amount') : formatAmount(detail.total_tokens, 2)
  if (place === 'recent') return [{ figure, unit: 'tokens' }]
  const { purchases } = detail
  const noun = isMobile ? 'purchase' : 'completed purchase'
  return [
    { figure, unit: detail.project_id },
    ...(purchases === undefined ? [] : [countFact(purchases, noun, isMasked)]),
    ...(isMobile ? [] : [`since ${formatDay(detail.created_at)}`]),
  ]
}

function countFact(count: number, noun: string, isMasked: boolean): OptionFact {
  if (isMasked) return { figure: mask('count'), unit: `${noun}s` }
  // "1,204 completed purchases": the number has its separators.
  return pluralize(count, noun).replace(String(count), formatCount(count))
}

function paymentFacts(row: Transaction, { isMasked }: OptionContext): OptionFact[] {
  const { payment_token_amount: paid, payment_token_name: coin, payment_usd_amount: usd } = row
  return [
    ...(paid === null
      ? []
      : [{ figure: isMasked ? mask('amount') : formatPaid(paid, coin), unit: coin ?? '' }]),
    ...(usd === null ? [] : [isMasked ? mask('amount') : `$${formatAmount(usd, 2)}`]),
  ]
}

function codeFacts(code: BonusCode, { now, isMasked, isMobile }: OptionContext): OptionFact[] {
  const percentage = percentText(code.percentage)
  const state = codeState(code, now)
  const limit = code.max_uses ?? null
  const uses = isMasked ? mask('count') : formatCount(code.uses)
  const used: OptionFact = {
    figure: uses,
    unit: limit === null ? 'used' : `of ${formatCount(limit)} used`,
  }
  const { start_date: start, end_date: end } = code
  // Nobody can have used it yet.
  if (state === 'Scheduled' && start) return [percentage, `starts ${formatLastUse(start, now)}`]
  if (state === 'Active' && end && !isMobile)
    return [percentage, used, `until ${formatLastUse(end, now)}`]
  if (state === 'Ended' && end && !isMobile)
    return [percentage, used, `ended ${formatLastUse(end, now)}`]
  return [percentage, used]
}

function leadFacts(lead: Lead): OptionFact[] {
  return [
    lead.is_email_verified === 1 ? 'Verified' : 'Not verified',
    lead.wallet_address === null ? 'no wallet' : shortAddress(lead.wallet_address),
  ]
}
