import type { ColumnType, JSONColumnType, Selectable } from 'kysely'
import type { Defaulted, Fixed, Id, Instant, MaybeInstant, MaybeText } from './columns.ts'

// What comes with people and what they do: sessions, tokens, counters, keys, the audit log.

/** A sign-in on one device: all refresh tokens rotated out of it, and the `sid` of its access tokens. */
export interface SessionsTable {
  id: Fixed<string>
  user_id: Fixed<number>
  created_at: Instant
  last_used_at: Instant
  /** absolute end, which rotation never moves */
  expires_at: Instant
  revoked_at: MaybeInstant
  revoked_reason: MaybeText
  ip: MaybeText
  user_agent: MaybeText
}

export interface RefreshTokensTable {
  /** SHA-256 of the token; the token itself is never stored */
  token_hash: Fixed<Buffer>
  session_id: Fixed<string>
  created_at: Instant
  /** idle end: at most the session's absolute end */
  expires_at: Instant
  /** when it was exchanged for its successor */
  used_at: MaybeInstant
  successor_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
}

export interface VerificationTokensTable {
  token_hash: Fixed<Buffer>
  user_id: Fixed<number>
  /** the address that it proves */
  email: Fixed<string>
  created_at: Instant
  expires_at: Instant
  used_at: MaybeInstant
}

export interface RateCountersTable {
  key: Fixed<string>
  count: Defaulted<number>
  window_ends_at: Instant
}

export interface IdempotencyKeysTable {
  user_id: Fixed<number>
  method: Fixed<string>
  path: Fixed<string>
  key: Fixed<string>
  body_hash: Buffer
  status: number
  /** the answer's JSON text */
  answer: string
  created_at: Instant
  expires_at: Instant
}

export interface AuditLogTable {
  id: Id
  created_at: ColumnType<Date, Date | string, never>
  actor_id: ColumnType<number | null, number | null, never>
  actor: ColumnType<string | null, string | null, never>
  actor_role: ColumnType<string | null, string | null, never>
  ip: ColumnType<string | null, string | null, never>
  session_id: ColumnType<string | null, string | null, never>
  request_id: ColumnType<string | null, string | null, never>
  action: Fixed<string>
  object_type: Fixed<string>
  object_id: ColumnType<string | null, string | null, never>
  project_id: ColumnType<string | null, string | null, never>
  before: JSONColumnType<Record<string, unknown> | null, string | null, never>
  /** only of refused sign-ins ever changed */
  after: JSONColumnType<Record<string, unknown> | null, string | null>
}

export interface MembershipsTable {
  user_id: Fixed<number>
  project_id: Fixed<string>
  created_at: Instant
}

export type AuditRow = Selectable<AuditLogTable>
