import { formatDay } from '#src/domain/sale/record-formats.ts'
import { monthName } from '#src/domain/time/date-parts.ts'
import type { TimelineEntry, TimelineKind, WalletDetails } from '#src/wire/wallet-details.ts'

export type EntryOf<Kind extends TimelineKind> = Extract<TimelineEntry, { kind: Kind }>

/** The oldest entry of every wallet. The server has no entry for it. */
interface Connection {
  kind: 'connection'
  at: string
  id: string
}

export interface TimelineRow {
  key: string
  entry: TimelineEntry | Connection
  /** What the wallet got for the purchase of this row. */
  bonuses: readonly EntryOf<'bonus'>[]
}

export interface TimelineDay {
  /** "Today, Nov 20". */
  label: string
  rows: readonly TimelineRow[]
}

export interface TimelineFilter {
  value: string
  label: string
  /** None: all of them. */
  kinds: readonly TimelineKind[]
  emptyText: string
}

const ALL: TimelineFilter = {
  value: 'all',
  label: 'All',
  kinds: [],
  emptyText: 'Nothing has happened to this wallet yet',
}

/** The choices of the group "Show". The first one is the default. */
export const TIMELINE_FILTERS: readonly TimelineFilter[] = [
  ALL,
  { value: 'purchases', label: 'Purchases', kinds: ['purchase'], emptyText: 'No purchases' },
  { value: 'bonuses', label: 'Bonuses', kinds: ['bonus'], emptyText: 'No bonuses' },
  { value: 'payouts', label: 'Payouts', kinds: ['payout'], emptyText: 'No referral payouts' },
  { value: 'credits', label: 'Credits', kinds: ['credit'], emptyText: 'No credits' },
  { value: 'changes', label: 'Changes', kinds: ['override', 'audit'], emptyText: 'No changes' },
  { value: 'notes', label: 'Notes', kinds: ['note'], emptyText: 'No notes' },
]

/** Those of a server without notes. */
export const WITHOUT_NOTES = TIMELINE_FILTERS.filter(({ value }) => value !== 'notes')

export const filterOf = (value: string): TimelineFilter =>
  TIMELINE_FILTERS.find((filter) => filter.value === value) ?? ALL

/** Unique among all kinds. */
export const entryKey = ({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`

/**
 * The rows of the loaded entries, newest first. The wallet's bonuses of a purchase stand under it,
 * as soon as both are loaded. When nothing is left to load, the last row is the wallet's connection.
 * @param isWhole whether `entries` are of all kinds, up to the oldest one
 */
export function timelineRows(
  entries: readonly TimelineEntry[],
  { wallet }: Pick<WalletDetails, 'wallet'>,
  isWhole: boolean,
): TimelineRow[] {
  const purchases = new Set(
    entries.flatMap((entry) => (entry.kind === 'purchase' ? entry.purchase.id : [])),
  )
  const own = new Map<string, EntryOf<'bonus'>[]>()
  const rows = entries.flatMap((entry): TimelineRow[] => {
    if (entry.kind === 'bonus' && isOwn(entry, wallet.wallet_address)) {
      const { transaction_id: id } = entry.bonus
      if (purchases.has(id)) {
        own.set(id, [...(own.get(id) ?? []), entry])
        return []
      }
    }
    return [{ key: entryKey(entry), entry, bonuses: [] }]
  })
  const grouped = rows.map((row) =>
    row.entry.kind === 'purchase' ? { ...row, bonuses: own.get(row.entry.purchase.id) ?? [] } : row,
  )
  if (!isWhole) return grouped
  const connection: Connection = { kind: 'connection', at: wallet.created_at, id: '' }
  return [...grouped, { key: entryKey(connection), entry: connection, bonuses: [] }]
}

/** Whether a bonus is for a purchase of the wallet itself. */
function isOwn({ bonus }: EntryOf<'bonus'>, address: string): boolean {
  return bonus.buyer_address.toLowerCase() === address.toLowerCase()
}

/** The rows by day of the device's time zone, in their order. */
export function timelineDays(rows: readonly TimelineRow[], now: Date): TimelineDay[] {
  const days: { label: string; rows: TimelineRow[] }[] = []
  for (const row of rows) {
    const label = dayLabel(new Date(row.entry.at), now)
    const last = days.at(-1)
    if (last?.label === label) last.rows.push(row)
    else days.push({ label, rows: [row] })
  }
  return days
}

/** "Today, Nov 20", "Nov 19", and with the year if it is not this one. Local time. */
function dayLabel(date: Date, now: Date): string {
  if (date.getFullYear() !== now.getFullYear()) return formatDay(date.toISOString())
  const day = `${monthName(date.getMonth() + 1)} ${date.getDate()}`
  return date.toDateString() === now.toDateString() ? `Today, ${day}` : day
}

/** The purchases that were credited and have completed all the same. */
export function creditedTwice(
  entries: readonly TimelineEntry[],
): EntryOf<'purchase'>['purchase'][] {
  return entries.flatMap((entry) =>
    entry.kind === 'purchase' &&
    entry.purchase.credit_id !== null &&
    entry.purchase.status === 'completed'
      ? entry.purchase
      : [],
  )
}
