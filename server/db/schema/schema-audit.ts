import type { ColumnType, JSONColumnType, Selectable } from 'kysely'
import type { Defaulted, Fixed, Id, Instant, MaybeInstant, MaybeText } from './columns.ts'

// Tables of users and their actions: sessions, tokens, counters, idempotency keys, the audit log.

/** A sign-in on one device, with all its refresh tokens. Its id is the `sid` of access tokens. */
export interface SessionsTable {
  id: Fixed<string>
  user_id: Fixed<number>
  created_at: Instant
  last_used_at: Instant
  /** The absolute end, which token rotation never extends. */
  expires_at: Instant
  revoked_at: MaybeInstant
  revoked_reason: MaybeText
  ip: MaybeText
  user_agent: MaybeText
  /** How it was opened; null for sessions from before that was recorded. */
  method: MaybeText
  /** When its person last confirmed who they are. */
  confirmed_at: MaybeInstant
  /** `factors`: it holds for changes of second factors only. */
  confirmed_for: ColumnType<
    'everything' | 'factors' | null,
    'everything' | 'factors' | null | undefined,
    'everything' | 'factors' | null
  >
  /** With a replica: a random id of its last call that wrote. A replica that has it has the write too. */
  last_write: MaybeText
}

export interface RefreshTokensTable {
  /** SHA-256 of the token; the token is not stored. */
  token_hash: Fixed<Buffer>
  session_id: Fixed<string>
  created_at: Instant
  /** The idle end, at most the session's absolute end. */
  expires_at: Instant
  /** When it was exchanged for its successor. */
  used_at: MaybeInstant
  successor_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
}

/** Mailed tokens that prove that an address is its user's. */
export interface VerificationTokensTable {
  token_hash: Fixed<Buffer>
  user_id: Fixed<number>
  /** The address that it verifies. */
  email: Fixed<string>
  created_at: Instant
  expires_at: Instant
  used_at: MaybeInstant
  /** An invitation also sets the first password; `password` sets a forgotten one. */
  purpose: Fixed<'verification' | 'invitation' | 'password'>
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
  /** The JSON text of the response. */
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
  /** Only changed in refused sign-ins and proofs. */
  after: JSONColumnType<Record<string, unknown> | null, string | null>
}

export interface MembershipsTable {
  user_id: Fixed<number>
  project_id: Fixed<string>
  created_at: Instant
}

export type AuditRow = Selectable<AuditLogTable>
