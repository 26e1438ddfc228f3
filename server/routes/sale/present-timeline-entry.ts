import type { TimelineRecords } from '#server/db/records/timeline-records.ts'
import type { TimelinePlace } from '#server/db/records/wallet-timeline.ts'
import { presentNote } from '#server/routes/present-note.ts'
import { trimDecimal } from '#src/domain/money/decimals.ts'
import { hashLink, type Explorer } from '#src/domain/sale/explorers.ts'
import type { TimelineEntry, TimelineKind } from '#src/wire/wallet-details.ts'
import { presentBonusTransaction } from './bonus-transactions.ts'
import { presentManualTransaction } from './manual-transactions.ts'
import { presentPayout } from './transaction-details.ts'
import { presentTransaction } from './transactions.ts'
import { toNumber } from './wallets.ts'

type Place = Pick<TimelineEntry, 'at' | 'id'>
/** The entry at a place, with its record; null if the record is not there. */
type Present = (
  place: Place,
  records: TimelineRecords,
  explorers: readonly Explorer[],
) => TimelineEntry | null

const PRESENT: Readonly<Record<TimelineKind, Present>> = {
  purchase(place, { purchase }, explorers) {
    const found = purchase.get(place.id)
    if (found === undefined) return null
    const { status_reason, credit_id, ...row } = found
    const record = {
      ...presentTransaction(row),
      explorer_url: hashLink(explorers, row),
      status_reason,
      credit_id: credit_id === null ? null : String(credit_id),
    }
    return { ...place, kind: 'purchase', purchase: record }
  },
  bonus(place, { bonus }) {
    const found = bonus.get(place.id)
    if (found === undefined) return null
    const { buyer_address, ...row } = found
    return {
      ...place,
      kind: 'bonus',
      bonus: { ...presentBonusTransaction(row), buyer_address },
    }
  },
  payout(place, { payout }) {
    const found = payout.get(place.id)
    if (found === undefined) return null
    const { buyer_address, ...row } = found
    return { ...place, kind: 'payout', payout: { ...presentPayout(row), buyer_address } }
  },
  credit(place, { credit }) {
    const row = credit.get(place.id)
    return row ? { ...place, kind: 'credit', credit: presentManualTransaction(row) } : null
  },
  override(place, { override }) {
    const row = override.get(place.id)
    if (row === undefined) return null
    const record = { ...row, before: toNumber(row.before), after: toNumber(row.after) }
    return { ...place, kind: 'override', override: record }
  },
  referral(place, { referral }) {
    const row = referral.get(place.id)
    if (row === undefined) return null
    const record = { ...row, paid_usd: trimDecimal(row.paid_usd) }
    return { ...place, kind: 'referral', referral: record }
  },
  audit(place, { audit }) {
    const row = audit.get(place.id)
    return row ? { ...place, kind: 'audit', audit: row } : null
  },
  note(place, { note }) {
    const row = note.get(place.id)
    if (row === undefined) return null
    const record = { ...presentNote(row), kind: row.kind, record_id: row.record }
    return { ...place, kind: 'note', note: record }
  },
}

/**
 * An entry with its record under the name of its kind; null if the record is not there.
 * @param explorers those of its project
 */
export function presentTimelineEntry(
  { kind, at, id }: TimelinePlace,
  records: TimelineRecords,
  explorers: readonly Explorer[],
): TimelineEntry | null {
  return PRESENT[kind]({ at: at.toISOString(), id }, records, explorers)
}
