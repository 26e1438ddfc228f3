import type { Selectable } from 'kysely'
import type { Fixed, Id, Instant, MaybeInstant } from './columns.ts'

/** Keys that the server makes for itself, encrypted with its secret. */
export interface ServerKeysTable {
  name: Fixed<string>
  value_sealed: string
  created_at: Instant
}

/** Browsers that show a user's alerts. A trigger deletes them when their session is revoked. */
export interface PushDevicesTable {
  id: Id
  user_id: Fixed<number>
  session_id: string
  /** SHA-256 of the endpoint. */
  endpoint_hash: Fixed<Buffer>
  /** The endpoint and its keys as JSON, encrypted with the server's secret. */
  subscription_sealed: string
  name: string
  created_at: Instant
  /** The last message that the push service took. */
  last_notice_at: MaybeInstant
}

export type PushDeviceRow = Selectable<PushDevicesTable>
