import type { ColumnType, Selectable } from 'kysely'
import type { ApprovalKind, ApprovalState } from '#src/wire/approval.ts'
import type { Defaulted, Fixed, Id, Instant, MaybeInstant, MaybeText } from './columns.ts'

/** A credit or a correction that waits for a second person, or has been decided. */
export interface ApprovalsTable {
  id: Id
  kind: ColumnType<ApprovalKind, ApprovalKind | undefined, never>
  project_id: Fixed<string>
  wallet_address: Fixed<string>
  /** What the wallet gains or loses by it; of a successor, all that the wallet has. */
  tokens: ColumnType<string, string, never>
  reason: Fixed<string | null>
  /** The purchase that the credit makes good, or that is voided or restored. */
  transaction_id: Fixed<number | null>
  /** The credit that is reversed. */
  reversed_id: ColumnType<number | null, number | null | undefined, never>
  /** The new successor of the wallet; null to have none. */
  successor: ColumnType<string | null, string | null | undefined, never>
  requester_id: Fixed<number>
  /** The requester's email address at the time. */
  requester: Fixed<string>
  requested_at: Instant
  expires_at: Instant
  state: Defaulted<ApprovalState>
  /** Null for one that nobody decided: expired. */
  decider_id: ColumnType<number | null, number | null | undefined, number | null>
  decider: MaybeText
  decided_at: MaybeInstant
  /** The credit that the approval made. */
  credit_id: ColumnType<number | null, number | null | undefined, number | null>
}

/** Scripts as somebody saved them. */
export interface SeoScriptVersionsTable {
  project_id: Fixed<string>
  version: Fixed<number>
  header: Fixed<string | null>
  body: Fixed<string | null>
  created_at: Instant
  /** An email address; null for scripts from before versions were kept. */
  created_by: Fixed<string | null>
}

export type ApprovalRow = Selectable<ApprovalsTable>
