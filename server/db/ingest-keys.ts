import type { Selectable } from 'kysely'
import type { Db } from './open.ts'
import type { IngestKeysTable } from './schema.ts'

export type IngestKeyRow = Selectable<IngestKeysTable>

const LAST_USED_PRECISION_MS = 60_000

export function insertIngestKey(
  db: Db,
  key: { project_id: string; name: string; key_hash: Buffer; last4: string; created_at: Date },
): Promise<IngestKeyRow> {
  return db.insertInto('ingest_keys').values(key).returningAll().executeTakeFirstOrThrow()
}

/** Every key, also revoked ones, by project, oldest first. */
export function listIngestKeys(db: Db): Promise<IngestKeyRow[]> {
  return db.selectFrom('ingest_keys').selectAll().orderBy('project_id').orderBy('id').execute()
}

/** Revokes a key for good. Does nothing if it is revoked already; false if no key has this id. */
export async function revokeIngestKey(db: Db, id: number, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('ingest_keys')
    .set((e) => ({ revoked_at: e.fn.coalesce('revoked_at', e.val(now)) }))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The key with this hash, unless it is revoked. */
export function findIngestKey(db: Db, hash: Buffer): Promise<IngestKeyRow | undefined> {
  return db
    .selectFrom('ingest_keys')
    .selectAll()
    .where('key_hash', '=', hash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
}

/** Updates `last_used_at`, at most once a minute. */
export async function touchIngestKey(db: Db, key: IngestKeyRow, now: Date): Promise<void> {
  const last = key.last_used_at?.getTime() ?? 0
  if (now.getTime() - last < LAST_USED_PRECISION_MS) return
  await db.updateTable('ingest_keys').set({ last_used_at: now }).where('id', '=', key.id).execute()
}
