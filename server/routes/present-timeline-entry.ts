import type { TimelineRecords } from '#server/db/timeline-records.ts'
import type { TimelinePlace } from '#server/db/wallet-timeline.ts'
import { trimDecimal } from '#src/domain/decimals.ts'
import type { TimelineEntry, TimelineKind } from '#src/wire/wallet-details.ts'
import { presentBonusTransaction } from './bonus-transactions.ts'
import { presentManualTransaction } from './manual-transactions.ts'
import { presentPayout } from './transaction-details.ts'
import { presentTransaction } from './transactions.ts'
import { toNumber } from './wallets.ts'

type RowOf<Kind extends TimelineKind> =
  TimelineRecords[Kind] extends Map<string, infer Row> ? Row : never
type RecordOf<Kind extends TimelineKind> =
  Extract<TimelineEntry, { kind: Kind }> extends infer Entry
    ? Kind extends keyof Entry
      ? Entry[Kind]
      : never
    : never

/** The record of an entry, by its kind. */
const PRESENT: { readonly [Kind in TimelineKind]: (row: RowOf<Kind>) => RecordOf<Kind> } = {
  purchase: ({ status_reason, credit_id, ...row }) => ({
    ...presentTransaction(row),
    status_reason,
    credit_id: credit_id === null ? null : String(credit_id),
  }),
  bonus: ({ buyer_address, ...row }) => ({ ...presentBonusTransaction(row), buyer_address }),
  payout: ({ buyer_address, ...row }) => ({ ...presentPayout(row), buyer_address }),
  credit: presentManualTransaction,
  override: (row) => ({ ...row, before: toNumber(row.before), after: toNumber(row.after) }),
  referral: (row) => ({ ...row, paid_usd: trimDecimal(row.paid_usd) }),
  audit: (row) => row,
}

/** An entry with its record under the name of its kind; null if the record is not there. */
export function presentTimelineEntry(
  { kind, at, id }: TimelinePlace,
  records: TimelineRecords,
): TimelineEntry | null {
  return entryOf(kind, { at: at.toISOString(), id }, records)
}

function entryOf<Kind extends TimelineKind>(
  kind: Kind,
  entry: { at: string; id: string },
  records: TimelineRecords,
): TimelineEntry | null {
  // The map of a kind holds its rows, and its function presents them.
  const row = (records[kind] as Map<string, RowOf<Kind>>).get(entry.id)
  if (row === undefined) return null
  // The record stands under the name of its kind, as the wire has it.
  return { ...entry, kind, [kind]: PRESENT[kind](row) } as unknown as TimelineEntry
}
