import type { ColumnType } from 'kysely'
import type { TransactionStatus } from '#src/wire/transactions.ts'
import type { Defaulted, Fixed, Id, Instant, MaybeInstant } from './columns.ts'

// Tables of ingestion: its keys, and what events have reported or why they were refused.

/** Keys with which a sale's site authenticates. Only the hash of a key is stored. */
export interface IngestKeysTable {
  id: Id
  project_id: Fixed<string>
  name: string
  key_hash: Fixed<Buffer>
  last4: Fixed<string>
  created_at: Instant
  last_used_at: MaybeInstant
  /** When it last sent an event that was marked as a test. */
  last_tested_at: MaybeInstant
  last_refused_at: MaybeInstant
  /** When a rotated key stops working. */
  ends_at: MaybeInstant
  revoked_at: MaybeInstant
  /** The UTC day of the two counts. */
  counted_day: ColumnType<string | null, string | null | undefined, string | null>
  taken_count: Defaulted<number>
  refused_count: Defaulted<number>
}

/** The newest events that were refused, for the developer of the sale's site. */
export interface RefusedEventsTable {
  id: Id
  project_id: Fixed<string>
  key_id: Fixed<number>
  refused_at: Fixed<Date>
  event_id: Fixed<string | null>
  field: Fixed<string>
  reason: Fixed<string>
  /** JSON with masked email addresses, or its start. */
  event: Fixed<string>
}

/** A status in an event of a purchase: triggers refuse to change or delete these rows. */
export interface StatusChangesTable {
  transaction_id: Fixed<number>
  /** The event's `occurred_at`. */
  at: ColumnType<Date, Date | string, never>
  status: Fixed<TransactionStatus>
  reason: ColumnType<string | null, string | null | undefined, never>
}
