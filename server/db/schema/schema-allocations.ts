import type { ColumnType } from 'kysely'
import type { AllocationListState } from '#src/wire/allocation-lists.ts'
import type {
  Defaulted,
  Fixed,
  Id,
  Instant,
  MaybeDecimal,
  MaybeInstant,
  MaybeNumber,
  MaybeText,
} from './columns.ts'

/** Frozen allocations of a project. Triggers refuse changes once they are built. */
export interface AllocationListsTable {
  id: Id
  project_id: string
  /** From 1 in each project, failed ones included. */
  number: Fixed<number>
  state: Defaulted<AllocationListState>
  built_rows: Defaulted<number>
  /** When the list was requested, then the instant of its snapshot. */
  as_of: Instant
  made_by: Fixed<string>
  note: MaybeText
  /** Of the token: 0 to 36. */
  decimals: Fixed<number>
  /** Null before the snapshot, as is `tokens`. */
  wallets: MaybeNumber
  tokens: MaybeDecimal
  /** The sum in smallest units; null until the list is ready, as are the next three. */
  units: MaybeDecimal
  /** Tokens lost by rounding each wallet's units down. */
  dust: MaybeDecimal
  /** 0x and 64 hexadecimal digits. */
  root: MaybeText
  /** Of the CSV of smallest units; 64 hexadecimal digits. */
  sha256: MaybeText
  /** Why it was not built. */
  failure: MaybeText
  withdrawn_at: MaybeInstant
  withdrawn_by: MaybeText
  withdrawn_reason: MaybeText
  /** Of the job that builds it. */
  claim: MaybeText
  claimed_until: MaybeInstant
}

/** What each wallet is owed in a list: more than nothing. */
export interface AllocationRowsTable {
  list_id: Fixed<number>
  wallet_address: Fixed<string>
  tokens: ColumnType<string, string, never>
}

/** The Merkle tree of a list in pieces (see 041-allocation-lists). */
export interface AllocationTreesTable {
  list_id: Fixed<number>
  part: Fixed<'nodes' | 'places'>
  /** From 0. */
  position: Fixed<number>
  bytes: Fixed<Buffer>
}
