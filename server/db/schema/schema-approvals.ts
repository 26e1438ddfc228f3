import type { ColumnType, Selectable } from 'kysely'
import type { ApprovalState } from '#src/wire/approval.ts'
import type { Defaulted, Fixed, Id, Instant, MaybeInstant, MaybeText } from './columns.ts'

/** A credit that waits for a second person, or has been decided. */
export interface ApprovalsTable {
  id: Id
  project_id: Fixed<string>
  wallet_address: Fixed<string>
  tokens: ColumnType<string, string, never>
  reason: Fixed<string | null>
  transaction_id: Fixed<number | null>
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
