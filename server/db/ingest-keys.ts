import type { Selectable } from 'kysely'
import type { Db } from './open.ts'
import type { IngestKeysTable } from './schema.ts'

export type IngestKeyRow = Selectable<IngestKeysTable>

const USED_EVERY_MS = 60_000

export function insertIngestKey(
  db: Db,
  key: { project_id: string; name: string; key_hash: Buffer; last4: string; created_at: Date },
): Promise<IngestKeyRow> {
  return db.insertInto('ingest_keys').values(key).returningAll().executeTakeFirstOrThrow()
}

/** Every key, by project, oldest first; those that were revoked too. */
export function listIngestKeys(db: Db): Promise<IngestKeyRow[]> {
  return db.selectFrom('ingest_keys').selectAll().orderBy('project_id').orderBy('id').execute()
}

/** Ends a key for good; again on one that was ended: nothing. False when there is none with this id. */
export async function revokeIngestKey(db: Db, id: number, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('ingest_keys')
    .set((e) => ({ revoked_at: e.fn.coalesce('revoked_at', e.val(now)) }))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The key with this hash, unless it was revoked. */
export function findIngestKey(db: Db, hash: Buffer): Promise<IngestKeyRow | undefined> {
  return db
    .selectFrom('ingest_keys')
    .selectAll()
    .where('key_hash', '=', hash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
}

/** Notes that a key was used, to the minute: not every batch need write it. */
export async function touchIngestKey(db: Db, key: IngestKeyRow, now: Date): Promise<void> {
  const last = key.last_used_at?.getTime() ?? 0
  if (now.getTime() - last < USED_EVERY_MS) return
  await db.updateTable('ingest_keys').set({ last_used_at: now }).where('id', '=', key.id).execute()
}
