import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import { UNCLAIMED } from '#server/db/engine/job-claims.ts'
import type { Db, Tx } from '#server/db/engine/open.ts'
import type { ImportRefusalsTable, ImportsTable } from '#server/db/schema/schema-imports.ts'
import { IMPORT_CHUNK_BYTES } from '#src/wire/imports.ts'
import { insertMany } from './insert-many.ts'

export type ImportRow = Selectable<ImportsTable>
export type ImportRefusalRow = Selectable<ImportRefusalsTable>

/** Bytes of one row of import_chunks. A chunk of an upload fills several. */
const ROW_BYTES = 1_000_000
const ROWS_PER_CHUNK = IMPORT_CHUNK_BYTES / ROW_BYTES
const PAGE_ROWS = 1000

export function insertImport(db: Db, row: Insertable<ImportsTable>): Promise<ImportRow> {
  return db.insertInto('imports').values(row).returningAll().executeTakeFirstOrThrow()
}

export function findImport(db: Db, id: number): Promise<ImportRow | undefined> {
  return db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The import, locked until the transaction ends: no batch of its job commits meanwhile. */
export function lockImport(tx: Tx, id: number): Promise<ImportRow | undefined> {
  return tx.selectFrom('imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Imports of these projects that were not given up, newest first. */
export async function listImports(db: Db, projects: readonly string[]): Promise<ImportRow[]> {
  if (projects.length === 0) return []
  return db
    .selectFrom('imports')
    .selectAll()
    .where('project_id', 'in', projects)
    .where('state', '<>', 'discarded')
    .orderBy('id', 'desc')
    .limit(PAGE_ROWS)
    .execute()
}

export function updateImport(
  db: Db,
  id: number,
  changes: Updateable<ImportsTable>,
  now: Date,
): Promise<ImportRow> {
  return db
    .updateTable('imports')
    .set({ ...changes, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Whether a job works on the import now. */
export function isClaimed({ claimed_until: until }: ImportRow, now: Date): boolean {
  return until !== null && until > now
}

/** The columns of a dry run or a run that starts at the first row. */
export const fromFirstRow = ({ data_byte, data_line }: ImportRow) => ({
  position_byte: data_byte,
  position_line: data_line,
  rows: 0,
  taken: 0,
  repeated: 0,
  refused: 0,
  usd: '0',
  refusals: '[]',
  begins_at: null,
})

/** Ends every claim, when no other process can have one. */
export async function endClaims(db: Db): Promise<void> {
  await db.updateTable('imports').set(UNCLAIMED).where('claim', 'is not', null).execute()
}

/** Stores a chunk of the file; `n` counts chunks from 0. A repeat changes nothing. */
export async function insertImportChunk(tx: Tx, id: number, n: number, bytes: Buffer) {
  for (let from = 0; from < bytes.length; from += ROW_BYTES)
    await tx
      .insertInto('import_chunks')
      .values({
        import_id: id,
        position: n * ROWS_PER_CHUNK + from / ROW_BYTES,
        bytes: bytes.subarray(from, from + ROW_BYTES),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** The numbers of the chunks that are not stored. */
export async function missingChunks(db: Db, { id, size_bytes }: ImportRow): Promise<number[]> {
  const rows = await db
    .selectFrom('import_chunks')
    .select('position')
    .where('import_id', '=', id)
    .where(sql<boolean>`position % ${ROWS_PER_CHUNK} = 0`)
    .execute()
  const stored = new Set(rows.map(({ position }) => position / ROWS_PER_CHUNK))
  const count = Math.ceil(size_bytes / IMPORT_CHUNK_BYTES)
  return Array.from({ length: count }, (_, n) => n).filter((n) => !stored.has(n))
}

/** The bytes of the file from `from` on, about 1 MB at a time. */
export async function* readImportFile(db: Db, id: number, from: number): AsyncGenerator<Buffer> {
  const first = Math.floor(from / ROW_BYTES)
  for (let position = first; ; position += 1) {
    const row = await db
      .selectFrom('import_chunks')
      .select('bytes')
      .where('import_id', '=', id)
      .where('position', '=', position)
      .executeTakeFirst()
    if (!row) return
    yield position === first ? row.bytes.subarray(from - first * ROW_BYTES) : row.bytes
  }
}

export async function deleteImportFile(db: Db, id: number): Promise<void> {
  await db.deleteFrom('import_chunks').where('import_id', '=', id).execute()
}

export async function addImportRefusals(tx: Tx, rows: readonly ImportRefusalRow[]): Promise<void> {
  if (rows.length > 0) await insertMany(tx, 'import_refusals', rows)
}

export async function deleteImportRefusals(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('import_refusals').where('import_id', '=', id).execute()
}

/** The stored refusals of an import by line, page by page. */
export async function* walkImportRefusals(db: Db, id: number): AsyncGenerator<ImportRefusalRow[]> {
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('import_refusals')
      .selectAll()
      .where('import_id', '=', id)
      .where('line', '>', after)
      .orderBy('line')
      .limit(PAGE_ROWS)
      .execute()
    if (rows.length > 0) yield rows
    if (rows.length < PAGE_ROWS) return
    after = rows.at(-1)?.line ?? after
  }
}

/** Deletes imports from before `before` with their files, except those that a job works on. */
export async function deleteOldImports(db: Db, before: Date, now: Date): Promise<void> {
  await db
    .deleteFrom('imports')
    .where('created_at', '<=', before)
    .where((where) =>
      where.or([where('claimed_until', 'is', null), where('claimed_until', '<=', now)]),
    )
    .execute()
}
