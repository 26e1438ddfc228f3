import type { ColumnType } from 'kysely'
import type { Fixed, Id, Instant, MaybeText } from './columns.ts'

export interface SeoScriptsTable {
  id: Id
  project_id: Fixed<string>
  header: MaybeText
  body: MaybeText
  created_at: Instant
  updated_at: Instant
}

export interface BannersTable {
  id: Id
  project_id: Fixed<string>
  /** The position in the project, from 0; unique at the end of a transaction. */
  ordering: number
  click_url: MaybeText
  desktop_media_id: number
  mobile_media_id: number
  created_at: Instant
}

/** How often browsers measured a value on a page, by UTC day. */
export interface VitalsTable {
  day: Fixed<string>
  page: Fixed<string>
  device: Fixed<string>
  name: Fixed<string>
  value: Fixed<number>
  count: number
}

export interface MediaTable {
  id: Id
  project_id: Fixed<string>
  content_type: string
  size_bytes: number
  /** Hex; the ETag. */
  sha256: string
  width: ColumnType<number | null, number | null | undefined, number | null>
  height: ColumnType<number | null, number | null | undefined, number | null>
  created_at: Instant
}

/** Rows of about 1 MB, so one file never blocks the embedded connection. */
export interface MediaChunksTable {
  media_id: Fixed<number>
  /** From 0. */
  position: Fixed<number>
  bytes: Buffer
}
