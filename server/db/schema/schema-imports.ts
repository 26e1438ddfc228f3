import type { ColumnType, Generated } from 'kysely'
import type { ImportKind, ImportReading, ImportState } from '#src/wire/imports.ts'
import type { Defaulted, Fixed, Id, Instant, MaybeInstant, MaybeText } from './columns.ts'

/** JSON that is written as text. */
type Json<T> = ColumnType<T, string | undefined, string>

/** Refused lines with the same field and reason, or lines that are taken with the same warning. */
export interface RefusalGroup {
  /** The first of their lines. */
  line: number
  field: string
  value: string
  reason: string
  count: number
  isWarning?: true
}

export interface ImportsTable {
  id: Id
  project_id: Fixed<string>
  kind: Fixed<ImportKind>
  /** The name of the file. */
  name: Fixed<string>
  size_bytes: Fixed<number>
  /** As the uploader computed it; the dry run compares it. */
  sha256: Fixed<string>
  /** An interrupted import is `running` without a valid claim. */
  state: Defaulted<Exclude<ImportState, 'interrupted'>>
  delimiter: MaybeText
  header: Json<string[] | null>
  sample: Json<string[][]>
  columns: Json<(string | null)[]>
  readings: Json<ImportReading[]>
  /** Where the first line below the header starts. */
  data_byte: Generated<number>
  data_line: Generated<number>
  /** The job that works on it. */
  claim: MaybeText
  claimed_until: MaybeInstant
  /** Where the next batch starts. */
  position_byte: Generated<number>
  position_line: Generated<number>
  total_rows: ColumnType<number | null, number | null | undefined, number | null>
  rows: Generated<number>
  taken: Generated<number>
  repeated: Generated<number>
  refused: Generated<number>
  usd: Generated<string>
  refusals: Json<RefusalGroup[]>
  begins_at: MaybeInstant
  error: MaybeText
  created_at: Instant
  updated_at: Instant
  started_at: MaybeInstant
  ended_at: MaybeInstant
}

export interface ImportChunksTable {
  import_id: Fixed<number>
  /** From 0. */
  position: Fixed<number>
  bytes: Buffer
}

export interface ImportRefusalsTable {
  import_id: Fixed<number>
  line: Fixed<number>
  field: Fixed<string>
  value: Fixed<string>
  reason: Fixed<string>
}
