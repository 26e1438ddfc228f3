import type { ColumnType, Selectable } from 'kysely'
import type { Defaulted, Fixed, Id, Instant, MaybeInstant, MaybeText } from './columns.ts'

// Tables of second factors, and of requests for a new password.

/** A passkey, or an authenticator app (TOTP). */
export interface FactorsTable {
  id: Id
  user_id: Fixed<number>
  kind: Fixed<'passkey' | 'totp'>
  name: string
  created_at: Instant
  /** Null for an authenticator app until its first code; it is no factor before. */
  confirmed_at: MaybeInstant
  last_used_at: MaybeInstant
  /** Base64url; null for an app. */
  credential_id: MaybeText
  /** COSE. */
  public_key: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  /** How often the passkey says that it has signed; many always say 0. */
  sign_count: ColumnType<number | null, number | null | undefined, number | null>
  /** The encrypted key of an app; null for a passkey. */
  secret_sealed: MaybeText
  /** The time step (30 s since 1970) of the last accepted code. */
  last_step: ColumnType<number | null, number | null | undefined, number | null>
}

export interface RecoveryCodesTable {
  user_id: Fixed<number>
  /** Argon2id of the code with `salt`. */
  code_hash: Fixed<Buffer>
  /** The same for all codes of a person. */
  salt: Fixed<Buffer>
  created_at: Instant
  used_at: MaybeInstant
}

/** A try of a code, or of a password of a step-up. One whose code was right is deleted. */
export interface CodeTriesTable {
  id: Id
  user_id: Fixed<number>
  at: Fixed<Date>
  /** False while it is checked. */
  failed: Defaulted<boolean>
}

/** At most one row. */
export interface SecurityPolicyTable {
  is_only: Defaulted<boolean>
  second_factor_roles: string[]
  updated_at: Instant
}

/** For an address with an account or without one. */
export interface PasswordRequestsTable {
  id: Id
  email: Fixed<string>
  ip: Fixed<string | null>
  request_id: Fixed<string | null>
  created_at: Instant
}

export type FactorRow = Selectable<FactorsTable>
