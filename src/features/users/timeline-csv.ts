import { activityTitle } from '#src/domain/people/activity-text.ts'
import { toCsv } from '#src/domain/text/csv.ts'
import { bonusTitle } from '#src/records/cells/BonusName.tsx'
import type { TimelineEntry } from '#src/wire/wallet-details.ts'
import { OVERRIDES, formatOverride } from './override-rules.ts'

const COLUMNS = {
  what: 'What',
  status: 'Status',
  tokens: 'Tokens',
  usd: 'USD',
  note: 'Note',
  by: 'By',
  approvedBy: 'Approved by',
  /** Why a purchase or a credit no longer counts: its tokens are in no total. */
  correction: 'Voided or reversed',
}
const HEAD = ['At (UTC)', 'Kind', 'ID', ...Object.values(COLUMNS)]

type Cells = Partial<Record<keyof typeof COLUMNS, string | null>>

function cellsOf(entry: TimelineEntry): Cells {
  switch (entry.kind) {
    case 'purchase': {
      const { purchase } = entry
      return {
        what: purchase.transaction_hash,
        status: purchase.status,
        tokens: purchase.tokens_bought,
        usd: purchase.payment_usd_amount,
        note: purchase.status_reason,
        correction: purchase.voided?.reason ?? null,
      }
    }
    case 'bonus': {
      const { bonus } = entry
      const name = [bonusTitle(bonus.type), bonus.identifier ?? ''].join(' ').trim()
      return { what: name, tokens: bonus.bonus_token_amount, note: bonus.buyer_address }
    }
    case 'payout':
      return {
        what: 'Referral payout',
        usd: entry.payout.amount_before_gas,
        note: entry.payout.buyer_address,
      }
    case 'credit': {
      const { tokens, reason, authorizer, transaction_id: id } = entry.credit
      return {
        what: id ? `Transaction ${id}` : 'Credit',
        tokens,
        note: reason,
        by: authorizer,
        approvedBy: entry.credit.approved_by ?? null,
        correction: entry.credit.reversed?.reason ?? null,
      }
    }
    case 'override': {
      const { field, before, after, actor } = entry.override
      return {
        what: OVERRIDES[field].label,
        note: `${formatOverride(field, before)} → ${formatOverride(field, after)}`,
        by: actor,
      }
    }
    case 'referral':
      return { what: entry.referral.wallet_address, usd: entry.referral.paid_usd }
    case 'audit':
      return {
        what: activityTitle(entry.audit.action),
        note: entry.audit.reason ?? null,
        by: entry.audit.actor,
      }
    case 'note': {
      const { kind, record_id: id, text, author } = entry.note
      const what = kind === 'transaction' ? `Note on transaction ${id}` : 'Note'
      return { what, note: text, by: author.email }
    }
  }
}

/** A timeline as CSV: a line per entry, amounts exact. */
export function timelineCsv(entries: readonly TimelineEntry[]): string {
  const lines = entries.map((entry) => {
    const { what, status, tokens, usd, note, by, approvedBy, correction } = cellsOf(entry)
    const cells = [what, status, tokens, usd, note, by, approvedBy, correction].map(
      (cell) => cell ?? null,
    )
    return [entry.at, entry.kind, entry.id, ...cells]
  })
  return toCsv([HEAD, ...lines])
}
