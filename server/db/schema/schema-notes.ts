import type { KeyScope } from '#src/wire/call.ts'
import type { NoteKind } from '#src/wire/notes.ts'
import type { Defaulted, Fixed, Id, Instant, MaybeInstant, MaybeText } from './columns.ts'

export interface NotesTable {
  id: Id
  project_id: Fixed<string>
  kind: Fixed<NoteKind>
  /** The address of a wallet, else the number of the record. */
  record: Fixed<string>
  /** In whose timeline it stands: of a wallet itself, or of the purchase. */
  wallet_address: MaybeText
  text: string
  author_id: Fixed<number>
  created_at: Instant
  edited_at: MaybeInstant
  /** The row and its text stay. */
  deleted_at: MaybeInstant
}

/** Kept by triggers. */
export interface NoteCountsTable {
  project_id: Fixed<string>
  kind: Fixed<NoteKind>
  record: Fixed<string>
  /** Without deleted ones. */
  notes: Fixed<number>
}

export interface NoteMentionsTable {
  note_id: Fixed<number>
  user_id: Fixed<number>
}

/** Keys that read in place of a person. */
export interface ReadingKeysTable {
  id: Id
  name: Fixed<string>
  /** SHA-256. The key itself is stored nowhere. */
  key_hash: Fixed<Buffer>
  last4: Fixed<string>
  scopes: Fixed<KeyScope[]>
  /** Whether it reads all projects of now and later, not those of reading_key_projects. */
  has_all_projects: Fixed<boolean>
  created_by: Fixed<number>
  created_at: Instant
  expires_at: MaybeInstant
  revoked_at: MaybeInstant
  last_used_at: MaybeInstant
  /** The UTC day that `used_count` counts. */
  counted_day: MaybeText
  used_count: Defaulted<number>
}

export interface ReadingKeyProjectsTable {
  key_id: Fixed<number>
  project_id: Fixed<string>
}

/** From which addresses a key was used. */
export interface ReadingKeyAddressesTable {
  key_id: Fixed<number>
  address: Fixed<string>
  first_used_at: Instant
}
