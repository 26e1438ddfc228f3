import { sql, type Selectable } from 'kysely'
import { incrementCounter } from '#server/db/accounts/rate-counters.ts'
import type { Db } from '#server/db/engine/open.ts'
import type { IngestKeysTable } from '#server/db/schema/schema-ingest.ts'
import { EVENTS_PER_MINUTE } from '#src/wire/ingest.ts'

export type IngestKeyRow = Selectable<IngestKeysTable>
/** A key that works, since when its project is archived, and when its limit ends, if it has reached it. */
export type Sender = IngestKeyRow & { project_archived_at: Date | null; limited_until: Date | null }

const WINDOW_MS = 60_000

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

/** Whether a key works: it is not revoked, and its time after a rotation is not over. */
export function isValidKey({ revoked_at, ends_at }: IngestKeyRow, now: Date): boolean {
  return revoked_at === null && (ends_at === null || ends_at > now)
}

/** The keys of a project that work, oldest first. */
export async function listValidKeys(db: Db, projectId: string, now: Date): Promise<IngestKeyRow[]> {
  const keys = await db
    .selectFrom('ingest_keys')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute()
  return keys.filter((key) => isValidKey(key, now))
}

const COUNTER_PREFIX = 'ingest-events:'

/** Counts the events of a key against its limit, for all processes. */
export async function countSent(db: Db, id: number, events: number, now: Date): Promise<void> {
  await incrementCounter(db, `${COUNTER_PREFIX}${id}`, WINDOW_MS, now, Math.max(1, events))
}

/** The key with this hash, if it works. */
export async function findIngestKey(db: Db, hash: Buffer, now: Date): Promise<Sender | undefined> {
  const key = await db
    .selectFrom('ingest_keys')
    .innerJoin('projects', 'projects.id', 'ingest_keys.project_id')
    .leftJoin('rate_counters', (join) =>
      join
        .on('rate_counters.key', '=', sql<string>`${COUNTER_PREFIX} || ingest_keys.id`)
        .on('rate_counters.count', '>=', EVENTS_PER_MINUTE)
        .on('rate_counters.window_ends_at', '>', now),
    )
    .selectAll('ingest_keys')
    .select([
      'projects.archived_at as project_archived_at',
      'rate_counters.window_ends_at as limited_until',
    ])
    .where('key_hash', '=', hash)
    .executeTakeFirst()
  return key && isValidKey(key, now) ? key : undefined
}

/** A key, also a revoked one, locked until the transaction ends. */
export function lockIngestKey(tx: Db, id: number): Promise<IngestKeyRow | undefined> {
  return tx
    .selectFrom('ingest_keys')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateIngestKey(
  tx: Db,
  id: number,
  change: { ends_at: Date } | { revoked_at: Date },
): Promise<void> {
  await tx.updateTable('ingest_keys').set(change).where('id', '=', id).execute()
}

const dayOf = (now: Date) => now.toISOString().slice(0, 10)

/** How many events of today's UTC day a key has sent. */
export function todaysCounts(key: IngestKeyRow, now: Date): { taken: number; refused: number } {
  return key.counted_day === dayOf(now)
    ? { taken: key.taken_count, refused: key.refused_count }
    : { taken: 0, refused: 0 }
}

/** Records a use of a key: its time, how many events were taken and refused, and whether one was a test. */
export async function countKeyUse(
  db: Db,
  id: number,
  { taken, refused, isTest }: { taken: number; refused: number; isTest: boolean },
  now: Date,
): Promise<void> {
  const day = dayOf(now)
  const added = (column: 'taken_count' | 'refused_count', count: number) =>
    sql<number>`case when counted_day = ${day} then ${sql.ref(column)} else 0 end + ${count}`
  await db
    .updateTable('ingest_keys')
    .set({
      last_used_at: now,
      ...(refused > 0 ? { last_refused_at: now } : {}),
      ...(isTest ? { last_tested_at: now } : {}),
      counted_day: day,
      taken_count: added('taken_count', taken),
      refused_count: added('refused_count', refused),
    })
    .where('id', '=', id)
    .execute()
}
